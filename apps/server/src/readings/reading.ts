import type { Value } from '@steading/contract/devices/interfaces'
import { clamp } from '@steading/contract/round'
import type { Spec } from './spec.ts'

/** Bits of a reading's flags, as the journal keeps them. */
export const FLAGS = {
  /** Out of range or of the wrong type: stored, shown as a fault, unused by rules and rollups. */
  BAD: 1,
  /** Dated by the platform instead of the box. */
  CLOCK: 2,
  /** Sent after an outage: it actuates nothing and replaces no newer value. */
  LATE: 4,
  /** Arrived too late for the rules that read it. */
  UNEVALUATED: 8,
  /** Belongs to the history by the interface's configuration. */
  KEPT: 16,
} as const

/** One row of the journal. Booleans are 0 and 1 in `value`; `ts` is ms UTC. */
export interface Reading {
  readonly interfaceId: number
  readonly ts: number
  readonly epoch: number
  readonly seq: number
  readonly value: number | null
  readonly text: string | null
  readonly flags: number
}

export const isGood = ({ flags }: Pick<Reading, 'flags'>) => (flags & FLAGS.BAD) === 0
export const isLate = ({ flags }: Pick<Reading, 'flags'>) => (flags & FLAGS.LATE) !== 0
/** Late, and dated by its receipt: its true age is unknown. */
export const isUndated = ({ flags }: Pick<Reading, 'flags'>) => (flags & UNDATED) === UNDATED

export const UNDATED = FLAGS.CLOCK | FLAGS.LATE

/**
 * JSON has no infinity: a number beyond the range of a double becomes the largest double, which is out of every sensor's range.
 */
export const finite = (value: number): number =>
  Number.isNaN(value) ? Number.MAX_VALUE : clamp(value, -Number.MAX_VALUE, Number.MAX_VALUE)

/** The value as it is sent: true and false for booleans; a reading of the wrong type as it was received. */
export const valueOf = ({ value, text }: Pick<Reading, 'value' | 'text'>, { dataType }: Pick<Spec, 'dataType'>): Value =>
  value === null ? (text ?? '') : dataType === 'BOOLEAN' && (value === 0 || value === 1) ? value === 1 : finite(value)
