import { eachItem, rangeOf } from '@steading/contract/box/messages'
import type { BoxValue, Data, Range, AnyRuleEffect } from '@steading/contract/box/messages'
import { wrapDirection } from '@steading/contract/round'
import { belongsToHistory } from './historyFilter.ts'
import { computeVirtualValues } from './virtualValues.ts'
import type { VirtualMemory } from './virtualValues.ts'
import type { SourceReading, Spec, TerminalSpecs, VirtualRegister } from '../spec.ts'
import { FLAGS } from '../reading.ts'
import type { Reading } from '../reading.ts'

/** An effect of a rule on a box, numbered in the sequence of its readings. */
export interface JournalEffect {
  readonly seq: number
  readonly ts: number
  readonly late: boolean
  readonly body: AnyRuleEffect
}

/** Device time of a reading that is dated by the platform. */
export interface DeviceTime {
  readonly seq: number
  readonly ts: number
}

export interface AcceptedMessage {
  readonly readings: Reading[]
  readonly effects: JournalEffect[]
  readonly deviceTimes: DeviceTime[]
  /** Indexes without an interface. */
  readonly unknown: Set<number>
}

/** What is known of one stream of readings, live or late. */
interface StreamMemory {
  /** The previous reading of each interface: the history configuration compares with it. */
  readonly readings: Map<number, SourceReading>
  /** Registers that are calculated from others. */
  readonly registers: Map<number, VirtualRegister>
}

interface PreviousReadings {
  readonly live: StreamMemory
  readonly late: StreamMemory
}

const createStreamMemory = (): StreamMemory => ({ readings: new Map(), registers: new Map() })
export const createPreviousReadings = (): PreviousReadings => ({ live: createStreamMemory(), late: createStreamMemory() })

interface VirtualReading {
  readonly spec: Spec
  /** It has the sequence number of the source's reading that caused it: stored with it, exactly once. */
  readonly reading: Omit<Reading, 'interfaceId'>
}

/** The newest of several states as of a time; of two with the same time the first. */
const newestOf = <T extends { readonly ts: number }>(states: readonly (T | undefined)[], by: number): T | undefined =>
  states.reduce((newest, state) => (state && state.ts <= by && (!newest || state.ts > newest.ts) ? state : newest), undefined)

/** What virtual values are computed from, as of a time: of either stream or from before this process. */
const virtualMemory = (
  { known, registers }: TerminalSpecs,
  { live, late }: PreviousReadings,
  stream: StreamMemory,
  by: number,
): VirtualMemory => ({
  newest: id => newestOf([live.readings.get(id), late.readings.get(id), known.get(id)], by),
  register: id => newestOf([live.registers.get(id), late.registers.get(id), registers.get(id)], by),
  keep: (id, register) => void stream.registers.set(id, register),
})

/** Dates, checks and flags the items of a message whose sequence numbers are new. */
export function acceptMessage(
  data: Data,
  receivedAt: number,
  specs: TerminalSpecs,
  fresh: readonly Range[],
  memory: PreviousReadings,
): AcceptedMessage {
  const { h, e: epoch } = data
  const accepted: AcceptedMessage = { readings: [], effects: [], deviceTimes: [], unknown: new Set() }
  const date = createDating(data, receivedAt)
  const items = rangeOf(data)
  const isAllFresh = items !== null && fresh.some(([first, last]) => first <= items[0] && last >= items[1])
  const isFresh = (seq: number) => isAllFresh || fresh.some(([first, last]) => seq >= first && seq <= last)
  const stream = h === 1 ? memory.late : memory.live
  const previous = stream.readings
  const late = h === 1 ? FLAGS.LATE : 0
  const add = (spec: Spec, { ts, epoch: of, seq, value, text, flags }: Omit<Reading, 'interfaceId'>) => {
    const raw = value ?? text
    const before = previous.get(spec.id)
    const isHistory = belongsToHistory(spec, before, ts, raw)
    if (before === undefined) previous.set(spec.id, { ts, value: raw, flags })
    else {
      before.ts = ts
      before.value = raw
      before.flags = flags
    }
    accepted.readings.push({ interfaceId: spec.id, ts, epoch: of, seq, value, text, flags: flags | (isHistory ? FLAGS.KEPT : 0) })
  }
  /** The newest value of each virtual interface; another source with the same time may still change it. */
  const results = new Map<number, VirtualReading>()
  const addVirtual = ({ spec, reading }: VirtualReading) =>
    add(spec, { ...reading, flags: (reading.flags & ~FLAGS.BAD) | (isGoodFor(spec, reading.value!) ? 0 : FLAGS.BAD) })
  eachItem(
    data,
    (seq, ix, deviceTs, received) => {
      if (!isFresh(seq)) return
      const spec = specs.byIx.get(ix)
      if (!spec) return void accepted.unknown.add(ix)
      const raw = normalizeValue(spec, received)
      const ts = date(deviceTs)
      if (ts !== deviceTs) accepted.deviceTimes.push({ seq, ts: deviceTs })
      const text = typeof raw === 'string' ? raw : null
      const value = typeof raw === 'number' ? raw : typeof raw === 'boolean' ? Number(raw) : null
      const flags = (isGoodFor(spec, raw) ? 0 : FLAGS.BAD) | (ts === deviceTs ? 0 : FLAGS.CLOCK) | late
      add(spec, { ts, epoch, seq, value, text, flags })
      if (specs.computedFrom.size === 0) return
      for (const virtualReading of computeVirtualValues(
        spec,
        ts,
        specs,
        virtualMemory(specs, memory, stream, h === 1 ? ts : Infinity),
      )) {
        const open = results.get(virtualReading.spec.id)
        // Sources with the same time give one value, when the last of them has arrived.
        if (open && open.reading.ts !== ts) addVirtual(open)
        results.set(virtualReading.spec.id, {
          spec: virtualReading.spec,
          reading: { ts, epoch, seq, value: virtualReading.value, text: null, flags },
        })
      }
    },
    (seq, deviceTs, body) => {
      if (isFresh(seq)) accepted.effects.push({ seq, ts: date(deviceTs), late: h === 1, body })
    },
  )
  for (const result of results.values()) addVirtual(result)
  return accepted
}

/**
 * The time of an item: the box's, unless its clock is unknown or ahead. Nothing is dated after its receipt, so that no event
 * opens in the future and no reading blocks those that follow.
 */
export function createDating({ q, t, m }: Data, receivedAt: number): (deviceTs: number) => number {
  const plausibleTime = (ts: number) => (ts > receivedAt || ts < 0 ? receivedAt : ts)
  if (q !== 0) return plausibleTime
  if (m === undefined) return () => receivedAt
  return deviceTs => plausibleTime(receivedAt - m + (deviceTs - t))
}

/** The value as it is stored: a direction within a full turn, also of a box or driver that sends 360° or −10°. */
export const normalizeValue = ({ category }: Pick<Spec, 'category'>, raw: BoxValue): BoxValue =>
  category.vectorMean && typeof raw === 'number' ? wrapDirection(raw) : raw

/** Has the value the type of the interface, and is it within its range? */
function isGoodFor({ dataType, min, max }: Spec, raw: BoxValue): boolean {
  if (typeof raw === 'string') return dataType === 'STRING'
  if (typeof raw === 'boolean') return dataType === 'BOOLEAN'
  const isNumber = dataType === 'DECIMAL' || (dataType === 'INTEGER' && Number.isInteger(raw))
  return isNumber && (min === null || raw >= min) && (max === null || raw <= max)
}
