import type { Cycle, Offsets, RuleBody } from '@steading/contract/rulebody'
import { dayOf, localOf, nextHour } from '../local.ts'
import { NEVER } from '../time.ts'
import { groupOf } from './control.ts'
import type { Controller, Sensors } from './control.ts'
import { doubled } from './double.ts'
import { sloped } from './proportional.ts'
import { sealed } from './template.ts'
import type { Template } from './template.ts'
import { thermostatic } from './thermostat.ts'

/** 3.5: control rules whose set-points follow the age of the animals, refreshed as each local hour begins. */

interface Cyclic<P> {
  readonly offsets: Offsets
  readonly inputs: { readonly cycle: Cycle<P>; readonly interpolation: 'LINEAR' | 'STEP' }
}

/** Age at `ts` in days, 1 at the midnight of day one, and the local day. */
const ageAt = ({ offsets, inputs }: Cyclic<unknown>, ts: number): { readonly day: number; readonly age: number } => {
  const { day, second } = localOf(offsets, ts)
  return { day, age: day - dayOf(inputs.cycle.dayOne.date) + 1 + Math.floor(second / 3600) / 24 }
}

/** From one entry to the next, figure by figure. */
const between = <P extends object>(from: P, to: P, share: number): P => {
  const figures = new Map<string, unknown>(Object.entries(to))
  const mixed = Object.entries(from).map(([name, value]: [string, unknown]) => {
    const end = figures.get(name)
    return [name, typeof value === 'number' && typeof end === 'number' ? value + (end - value) * share : value]
  })
  return Object.fromEntries(mixed) as P // safe: the members of `from`, numbers for numbers
}

/** The set-points in force; null: the cycle has not begun. */
export const inForce = <P extends object>(body: Cyclic<P>, ts: number): P | null => {
  const { preCycle, dayOne, days, lastDay } = body.inputs.cycle
  const { day, age } = ageAt(body, ts)
  if (day < dayOf(preCycle.date)) return null
  if (age < 1) return preCycle
  let from: P = dayOne
  let begins = 1
  for (const entry of [...days, lastDay]) {
    if (entry.day > age)
      return body.inputs.interpolation === 'STEP' ? from : between<P>(from, entry, (age - begins) / (entry.day - begins))
    from = entry
    begins = entry.day
  }
  return from
}

/** When the set-points may change next; a day after the last one they never do, whatever the clock is put back. */
const refresh = (body: Cyclic<unknown>, ts: number): number =>
  ageAt(body, ts).age >= body.inputs.cycle.lastDay.day + 1 ? NEVER : nextHour(body.offsets, ts)

const cyclic = <C extends Sensors, P extends object, Own>(
  of: Controller<C, P, Own>,
): Template<RuleBody & Cyclic<P> & { readonly inputs: C }, Own> => ({
  ...groupOf(of),
  settle: (body, state, ts, _limit, out) => {
    const points = inForce(body, ts)
    if (points !== null) of.settle(body, body.inputs, points, state, ts, out)
  },
  next: (body, state) => {
    const hour = refresh(body, state.ts)
    return inForce(body, state.ts) === null ? hour : Math.min(hour, of.next(state.own))
  },
  claims: (body, { ts }) => (inForce(body, ts) === null ? [] : of.writes(body.inputs)),
})

export const cycleThermostat = sealed(cyclic(thermostatic))
export const cycleDouble = sealed(cyclic(doubled))
export const cycleProportional = sealed(cyclic(sloped))
