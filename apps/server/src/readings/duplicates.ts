import { eachItem } from '@steading/contract/box'
import type { BoxValue, Data, Range } from '@steading/contract/box'
import type pg from 'pg'
import { readingsAt, readingsNumbered } from './duplicates.sql.ts'
import type { StoredReading } from './duplicates.sql.ts'
import { dating } from './intake.ts'
import type { TerminalSpecs } from './specs.ts'

export interface Repeated {
  readonly terminalId: string
  readonly data: Data
  readonly receivedAt: number
  /** What of it is new; the rest came before. */
  readonly fresh: readonly Range[]
  readonly specs: TerminalSpecs
}

interface Item {
  readonly seq: number
  readonly interfaceId: number
  readonly deviceTs: number
  readonly ts: number
  readonly value: BoxValue
}

/** Around the time of a reading whose number is stored with another key. */
const NEAR = 3_600_000

/**
 * Compares what came again with what is stored: the same number with another interface, value or time is a clone of the box or
 * an error in it. Answers what differs, in words; undefined when nothing does.
 */
export async function compareDuplicates(pool: pg.Pool, repeated: Repeated): Promise<string | undefined> {
  const { terminalId, data } = repeated
  const items = itemsOf(repeated)
  if (items.length === 0) return undefined
  const same = new Set<number>()
  for (const stored of await readingsAt(pool, terminalId, data.e, items))
    if (items.some(item => isSame(item, stored, data.q))) same.add(stored.seq)
  const odd = items.filter(item => !same.has(item.seq))
  if (odd.length === 0) return undefined
  const elsewhere = await readingsNumbered(
    pool,
    terminalId,
    data.e,
    odd.map(item => item.seq),
    {
      // Virtual ones have the numbers of their sources.
      interfaceIds: [...repeated.specs.byIx.values()].map(spec => spec.id),
      from: Math.min(...odd.map(item => item.ts)) - NEAR,
      to: Math.max(...odd.map(item => item.ts)) + NEAR,
    },
  )
  const other = elsewhere.find(stored => odd.some(item => item.seq === stored.seq && !isSame(item, stored, data.q)))
  return other && `number ${other.seq} of epoch ${data.e} came again with other content`
}

function itemsOf({ data, receivedAt, fresh, specs }: Repeated): Item[] {
  const items: Item[] = []
  const date = dating(data, receivedAt)
  eachItem(
    data,
    (seq, ix, deviceTs, value) => {
      const spec = specs.byIx.get(ix)
      if (spec && !fresh.some(([first, last]) => seq >= first && seq <= last))
        items.push({ seq, interfaceId: spec.id, deviceTs, ts: date(deviceTs), value })
    },
    () => undefined,
  )
  return items
}

/** Times count only when the box knew them. */
const isSame = (item: Item, stored: StoredReading, q: Data['q']) =>
  item.seq === stored.seq &&
  item.interfaceId === stored.interfaceId &&
  (typeof item.value === 'string' ? item.value === stored.text : Number(item.value) === stored.value) &&
  (q === 0 || item.deviceTs === stored.deviceTs)
