import type { BodyOf, Cycle } from '@steading/contract/rulebody'
import { dayOf, localOf } from '@steading/rules/local'
import { inForce } from '@steading/rules/templates/cycle'

/** A rule whose set points follow the age of the animals, seen from a moment. */

export type CycleBody = BodyOf<'CYCLE_THERMOSTAT' | 'CYCLE_DOUBLE_THERMOSTAT' | 'CYCLE_PROPORTIONAL'>

/** A body of the contract, or what a form has of it. */
export interface Aging<P> {
  readonly offsets: CycleBody['offsets']
  readonly inputs: { readonly cycle: Cycle<P>; readonly interpolation: 'LINEAR' | 'STEP' }
}

export interface Today<P> {
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

export function todayOf<P extends object>(body: Aging<P>, now: number): Today<P> {
  const { day } = localOf(body.offsets, now)
  return { date: dateOf(day), day: day - dayOf(body.inputs.cycle.dayOne.date) + 1, points: inForce(body, now) }
}

/** An entry of the table of a cycle. */
export interface Entry<P> {
  readonly at: 'preCycle' | 'dayOne' | 'day' | 'lastDay'
  /** Day of age; of the pre-cycle it is 0 or less. */
  readonly day: number
  /** The local date on which it begins. */
  readonly date: string
  readonly points: P
}

/** All that a cycle says, in the order of its days. */
export function entriesOf<P>({ preCycle, dayOne, days, lastDay }: Cycle<P>): readonly Entry<P>[] {
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
