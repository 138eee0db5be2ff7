import { DATES_WITHOUT_BATCH } from '@steading/contract/rules/body'
import type { BodyOf, Cycle } from '@steading/contract/rules/body'
import { dayOf, localOf } from '@steading/rules/values/localTime'
import { setPointsAt } from '@steading/rules/templates/cycle'

/** Set points that follow the age of the animals, evaluated at one moment. */

export type CycleBody = BodyOf<'CYCLE_THERMOSTAT' | 'CYCLE_DOUBLE_THERMOSTAT' | 'CYCLE_PROPORTIONAL'>

/** A body of the contract, or what a form has of it. */
export interface CycleRule<P> {
  readonly offsets: CycleBody['offsets']
  readonly inputs: { readonly cycle: Cycle<P>; readonly interpolation: 'LINEAR' | 'STEP' }
}

export interface CycleToday<P> {
  /** The local date. */
  readonly date: string
  /** Whole day of age; 1 is day one, what lies before is 0 or less. */
  readonly day: number
  /** The set points in force; null: the cycle has not begun. */
  readonly points: P | null
}

const millisADay = 86_400_000
/** The local date of a day as the engine counts them. */
export const dateOf = (day: number): string => new Date(day * millisADay).toISOString().slice(0, 10)

export function cycleToday<P extends object>(body: CycleRule<P>, now: number): CycleToday<P> {
  const { day } = localOf(body.offsets, now)
  return { date: dateOf(day), day: day - dayOf(body.inputs.cycle.dayOne.date) + 1, points: setPointsAt(body, now) }
}

/** Whether a cycle follows a batch and none is open. */
export const isWithoutBatch = ({ inputs: { cycle } }: CycleRule<unknown>): boolean =>
  cycle.followsBatch === true && cycle.dayOne.date === DATES_WITHOUT_BATCH.dayOne

/** The rule with dates that can be drawn: without an open batch as if one opened tomorrow. */
export function withDrawnDates<R extends CycleRule<object>>(body: R, now: number): R {
  const { cycle } = body.inputs
  if (cycle.followsBatch !== true) return body
  const { day } = localOf(body.offsets, now)
  const date = isWithoutBatch(body) ? dateOf(day + 1) : cycle.dayOne.date
  const preCycle = { ...cycle.preCycle, date: isWithoutBatch(body) ? dateOf(day) : date }
  return { ...body, inputs: { ...body.inputs, cycle: { ...cycle, preCycle, dayOne: { ...cycle.dayOne, date } } } }
}

/** An entry of the table of a cycle. */
export interface CycleEntry<P> {
  readonly at: 'preCycle' | 'dayOne' | 'day' | 'lastDay'
  /** Day of age; of the pre-cycle it is 0 or less. */
  readonly day: number
  /** The local date on which it begins. */
  readonly date: string
  readonly points: P
}

/** The entries of a cycle in chronological order. */
export function cycleEntries<P>({ preCycle, dayOne, days, lastDay }: Cycle<P>): readonly CycleEntry<P>[] {
  const first = dayOf(dayOne.date)
  const aged = (at: 'day' | 'lastDay') => (points: P & { readonly day: number }) => ({
    at,
    day: points.day,
    date: dateOf(first + points.day - 1),
    points,
  })
  return [
    { at: 'preCycle', day: dayOf(preCycle.date) - first + 1, date: preCycle.date, points: preCycle },
    { at: 'dayOne', day: 1, date: dayOne.date, points: dayOne },
    ...days.map(aged('day')),
    aged('lastDay')(lastDay),
  ]
}
