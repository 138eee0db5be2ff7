import { eachItem, rangeOf } from '@steading/contract/box'
import type { BoxValue, Data, Range, RuleEvent } from '@steading/contract/box'
import { belongsToHistory } from './history.ts'
import { computed } from './formula.ts'
import type { Held } from './formula.ts'
import { FLAGS } from './reading.ts'
import type { Reading } from './reading.ts'
import type { Spec, TerminalSpecs } from './specs.ts'

/** What a rule on a box did, numbered in the row of its readings. */
export interface Effect {
  readonly seq: number
  readonly ts: number
  readonly late: boolean
  readonly body: RuleEvent
}

/** What the box's clock said of a reading that carries the platform's time. */
export interface DeviceTime {
  readonly seq: number
  readonly ts: number
}

export interface Intake {
  readonly readings: Reading[]
  readonly effects: Effect[]
  readonly deviceTimes: DeviceTime[]
  /** Indexes that are no interface of this terminal. */
  readonly unknown: Set<number>
}

/** The reading before of each interface, live and late apart: what the history configuration compares with. */
export interface Memory {
  readonly live: Map<number, Held>
  readonly late: Map<number, Held>
}

interface Result {
  readonly spec: Spec
  /** Numbered as the source's reading that made it: stored with it, exactly once. */
  readonly reading: Omit<Reading, 'interfaceId'>
}

/** The last reading of an interface by then, of either lane or from before this process. */
const newestFor =
  ({ known }: TerminalSpecs, { live, late }: Memory, by: number) =>
  (id: number) =>
    [live.get(id), late.get(id), known.get(id)].reduce(
      (newest, one) => (one && one.ts <= by && (!newest || one.ts > newest.ts) ? one : newest),
      undefined,
    )

/** Dates, checks and flags the items of a message whose numbers are among the fresh ones. */
export function intake(data: Data, receivedAt: number, specs: TerminalSpecs, fresh: readonly Range[], memory: Memory): Intake {
  const { h, e: epoch } = data
  const taken: Intake = { readings: [], effects: [], deviceTimes: [], unknown: new Set() }
  const date = dating(data, receivedAt)
  const items = rangeOf(data)
  const whole = items !== null && fresh.some(([first, last]) => first <= items[0] && last >= items[1])
  const isFresh = (seq: number) => whole || fresh.some(([first, last]) => seq >= first && seq <= last)
  const lane = h === 1 ? memory.late : memory.live
  const late = h === 1 ? FLAGS.LATE : 0
  const note = (spec: Spec, { ts, epoch: of, seq, value, text, flags }: Omit<Reading, 'interfaceId'>) => {
    const said = value ?? text
    const before = lane.get(spec.id)
    const kept = belongsToHistory(spec, before, ts, said)
    if (before === undefined) lane.set(spec.id, { ts, value: said, flags })
    else {
      before.ts = ts
      before.value = said
      before.flags = flags
    }
    taken.readings.push({ interfaceId: spec.id, ts, epoch: of, seq, value, text, flags: flags | (kept ? FLAGS.KEPT : 0) })
  }
  /** The newest value of each virtual interface, which a source of the same time may still change. */
  const results = new Map<number, Result>()
  const noteResult = ({ spec, reading }: Result) =>
    note(spec, { ...reading, flags: (reading.flags & ~FLAGS.BAD) | (isGoodFor(spec, reading.value!) ? 0 : FLAGS.BAD) })
  eachItem(
    data,
    (seq, ix, deviceTs, raw) => {
      if (!isFresh(seq)) return
      const spec = specs.byIx.get(ix)
      if (!spec) return void taken.unknown.add(ix)
      const ts = date(deviceTs)
      if (ts !== deviceTs) taken.deviceTimes.push({ seq, ts: deviceTs })
      const text = typeof raw === 'string' ? raw : null
      const value = typeof raw === 'number' ? raw : typeof raw === 'boolean' ? Number(raw) : null
      const flags = (isGoodFor(spec, raw) ? 0 : FLAGS.BAD) | (ts === deviceTs ? 0 : FLAGS.CLOCK) | late
      note(spec, { ts, epoch, seq, value, text, flags })
      if (specs.computedFrom.size === 0) return
      for (const made of computed(spec, ts, specs, newestFor(specs, memory, h === 1 ? ts : Infinity))) {
        const open = results.get(made.spec.id)
        // Sources that are read together make one value, when the last of them is there.
        if (open && open.reading.ts !== ts) noteResult(open)
        results.set(made.spec.id, { spec: made.spec, reading: { ts, epoch, seq, value: made.value, text: null, flags } })
      }
    },
    (seq, deviceTs, body) => {
      if (isFresh(seq)) taken.effects.push({ seq, ts: date(deviceTs), late: h === 1, body })
    },
  )
  for (const result of results.values()) noteResult(result)
  return taken
}

/**
 * The time that an item gets: the box's, unless its clock is unknown or runs ahead. Nothing is dated after its receipt, so that
 * no event opens in the future and no reading holds back what is received after it.
 */
export function dating({ q, t, m }: Data, receivedAt: number): (deviceTs: number) => number {
  const believed = (ts: number) => (ts > receivedAt || ts < 0 ? receivedAt : ts)
  if (q !== 0) return believed
  if (m === undefined) return () => receivedAt
  return deviceTs => believed(receivedAt - m + (deviceTs - t))
}

/** Of the interface's type, and within its range. */
function isGoodFor({ dataType, min, max }: Spec, raw: BoxValue): boolean {
  if (typeof raw === 'string') return dataType === 'STRING'
  if (typeof raw === 'boolean') return dataType === 'BOOLEAN'
  const isNumber = dataType === 'DECIMAL' || (dataType === 'INTEGER' && Number.isInteger(raw))
  return isNumber && (min === null || raw >= min) && (max === null || raw <= max)
}
