/** What of a rule moves in the course of time: it is no line across a chart, but it can be set beside it. */

/** One value to be set: a figure with its unit, or a time of the clock. */
export interface Adjustable {
  /** Where it stands among the inputs: `cycle.days.1.setPoint`, `lines.0.intervals.2.startTime`. */
  readonly path: string
  readonly name: string
  readonly value: number | string | undefined
  /** Of a figure. */
  readonly unit?: string
  readonly decimals?: number
  readonly min?: number
  readonly max?: number
}

/** Values that stand together: of one age, of the same weekdays, of one condition. */
export interface AdjustableGroup {
  readonly name: string
  readonly values: readonly Adjustable[]
}

/** A limit or a set point as it was at each moment. */
export interface Course {
  readonly name: string
  /** Whose readings are held against it. */
  readonly interfaceIds: readonly string[]
  readonly times: readonly number[]
  readonly values: readonly (number | null)[]
}

export interface Moving {
  readonly groups: readonly AdjustableGroup[]
  readonly courses: readonly Course[]
}

/** What moved between two moments, ms UTC. */
export type MovingIn = (from: number, to: number) => Moving
