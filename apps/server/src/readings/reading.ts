import type { Value } from '@steading/contract/interfaces'
import { clamp } from '@steading/rules/round'
import type { Spec } from './specs.ts'

/** Bits of a reading's flags, as the journal keeps them. */
export const FLAGS = {
  /** Out of range or of the wrong type: kept, shown as a fault, unused by rules and rollups. */
  BAD: 1,
  /** The platform's time stands instead of the box's. */
  CLOCK: 2,
  /** Sent after an outage: it actuates nothing and replaces no newer value. */
  LATE: 4,
  /** Came too late for the rules that read it. */
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
/** Late, and dated by when it came: nobody knows how old it is. */
export const isUndated = ({ flags }: Pick<Reading, 'flags'>) => (flags & UNDATED) === UNDATED

export const UNDATED = FLAGS.CLOCK | FLAGS.LATE

/** What JSON can carry: a number beyond the range of a double becomes the largest that there is, out of every sensor's range. */
export const finite = (value: number): number =>
  Number.isNaN(value) ? Number.MAX_VALUE : clamp(value, -Number.MAX_VALUE, Number.MAX_VALUE)

/** The value as it travels: true and false for booleans; a reading of the wrong type shows what came. */
export const valueOf = ({ value, text }: Pick<Reading, 'value' | 'text'>, { dataType }: Pick<Spec, 'dataType'>): Value =>
  value === null ? (text ?? '') : dataType === 'BOOLEAN' && (value === 0 || value === 1) ? value === 1 : finite(value)
