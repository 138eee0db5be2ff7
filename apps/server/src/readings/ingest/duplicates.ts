import { eachItem } from '@steading/contract/box/messages'
import type { BoxValue, Data, Range } from '@steading/contract/box/messages'
import type pg from 'pg'
import { readingsAt, readingsNumbered } from './duplicates.sql.ts'
import type { StoredReading } from './duplicates.sql.ts'
import { createDating, normalizeValue } from './intake.ts'
import type { TerminalSpecs } from '../spec.ts'

export interface RepeatedMessage {
  readonly terminalId: string
  readonly data: Data
  readonly receivedAt: number
  /** The new sequence numbers; the others were stored before. */
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

/** Search radius around the time of a reading whose number is stored with another key. */
const NEAR = 3_600_000

/**
 * Compares repeated readings with the stored ones. The same number with another interface, value or time means a cloned box or an
 * error in it. Answers the difference in words; undefined: there is none.
 */
export async function compareDuplicates(pool: pg.Pool, repeated: RepeatedMessage): Promise<string | undefined> {
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
      // Virtual readings have the numbers of their sources.
      interfaceIds: [...repeated.specs.byIx.values()].map(spec => spec.id),
      from: Math.min(...odd.map(item => item.ts)) - NEAR,
      to: Math.max(...odd.map(item => item.ts)) + NEAR,
    },
  )
  const other = elsewhere.find(stored => odd.some(item => item.seq === stored.seq && !isSame(item, stored, data.q)))
  return other && `number ${other.seq} of epoch ${data.e} came again with other content`
}

function itemsOf({ data, receivedAt, fresh, specs }: RepeatedMessage): Item[] {
  const items: Item[] = []
  const date = createDating(data, receivedAt)
  eachItem(
    data,
    (seq, ix, deviceTs, value) => {
      const spec = specs.byIx.get(ix)
      if (spec && !fresh.some(([first, last]) => seq >= first && seq <= last))
        items.push({ seq, interfaceId: spec.id, deviceTs, ts: date(deviceTs), value: normalizeValue(spec, value) })
    },
    () => undefined,
  )
  return items
}

/** Times are compared only if the box knew them. */
const isSame = (item: Item, stored: StoredReading, q: Data['q']) =>
  item.seq === stored.seq &&
  item.interfaceId === stored.interfaceId &&
  (typeof item.value === 'string' ? item.value === stored.text : Number(item.value) === stored.value) &&
  (q === 0 || item.deviceTs === stored.deviceTs)
