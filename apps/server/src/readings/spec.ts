import type { Virtual } from '@steading/contract/devices/virtual'
import type { Category, DataType, HistoryMode } from '@steading/contract/devices/categories'
import type { Meter, Register } from '@steading/rules/inputs/counter'

/**
 * How the values of an interface are aggregated in a rollup: gauges by their mean, directions by the mean of their unit vectors,
 * values that are sent on change by the time that they were held, single measurements by their number, counters by their
 * increments. Texts are not aggregated. A gauge and a direction weigh by the time until the next reading, while it is not stale; a
 * direction that is sent on change until the next one.
 */
export type RollupKind = 'MEAN' | 'DIRECTION' | 'HELD' | 'SINGLE' | 'COUNTED' | 'NONE'

/** What the journal knows of an interface. */
export interface Spec {
  readonly id: number
  /** The id as text, as it is sent over HTTP. */
  readonly interfaceId: string
  readonly ix: number
  readonly terminalId: string
  readonly dataType: DataType
  readonly category: Category
  readonly min: number | null
  readonly max: number | null
  readonly history: HistoryMode
  readonly historySeconds: number
  /** Seconds between samples; 0: the value is sent on change. */
  readonly every: number
  readonly kind: RollupKind
  readonly meter: Meter
  /** When the base of the register last changed, ms UTC. */
  readonly rebased: readonly number[]
  /** Formula of a virtual interface; undefined: a box measures the value. */
  readonly formula?: Formula
}

/** The interfaces of one terminal: those that its box sends by their index on the wire, all by id, virtual ones by source. */
export interface TerminalSpecs {
  readonly byIx: ReadonlyMap<number, Spec>
  readonly byId: ReadonlyMap<number, Spec>
  readonly computedFrom: ReadonlyMap<number, readonly Spec[]>
  /** The newest readings of the sources when this was loaded; empty if the terminal has no virtual interface. */
  readonly known: ReadonlyMap<number, SourceReading>
  /** The registers that are calculated from others, likewise. */
  readonly registers: ReadonlyMap<number, VirtualRegister>
}

/** Formula of a virtual interface, with its sources by interface id. */
export interface Formula {
  readonly operation: Virtual['operation']
  readonly sources: readonly number[]
  readonly a: number
  readonly b: number
}

/**
 * A register that is calculated from others. It begins with the value of its formula and adds what its sources count from then on,
 * so that a source which is reset, rolls over, dips or jumps neither resets the result nor makes it jump.
 */
export interface VirtualRegister {
  /** Not rounded: rounded steps would add up to a drift. */
  readonly value: number
  /** Instant of the last reading that it contains. */
  readonly ts: number
  /** The sources as they were last counted, by interface id. */
  readonly sources: ReadonlyMap<number, Register>
}

/** The newest reading of a source. */
export interface SourceReading extends PreviousReading {
  flags: number
}

/** The previous reading of an interface in the same stream, live or late. */
export interface PreviousReading {
  ts: number
  value: number | string | null
}
