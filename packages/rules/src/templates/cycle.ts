import type { Cycle, Offsets, RuleBody } from '@steading/contract/rules/body'
import { dayOf, localOf, nextHour } from '../values/localTime.ts'
import { NEVER } from '../values/time.ts'
import { commonTemplate } from './control.ts'
import type { Controller, Sensors } from './control.ts'
import { doubleController } from './double.ts'
import { proportionalController } from './proportional.ts'
import { sealTemplate } from './template.ts'
import type { Template } from './template.ts'
import { thermostatController } from './thermostat.ts'

/** 3.5: control rules whose set-points follow the age of the animals, refreshed at each local hour. */

interface CyclicBody<P> {
  readonly offsets: Offsets
  readonly inputs: { readonly cycle: Cycle<P>; readonly interpolation: 'LINEAR' | 'STEP' }
}

/** Age at `ts` in days (1 at the midnight of day one), and the local day. */
const ageAt = ({ offsets, inputs }: CyclicBody<unknown>, ts: number): { readonly day: number; readonly age: number } => {
  const { day, second } = localOf(offsets, ts)
  return { day, age: day - dayOf(inputs.cycle.dayOne.date) + 1 + Math.floor(second / 3600) / 24 }
}

/** Interpolates linearly between two entries, number by number. */
const interpolate = <P extends object>(from: P, to: P, share: number): P => {
  const figures = new Map<string, unknown>(Object.entries(to))
  const mixed = Object.entries(from).map(([name, value]: [string, unknown]) => {
    const end = figures.get(name)
    return [name, typeof value === 'number' && typeof end === 'number' ? value + (end - value) * share : value]
  })
  return Object.fromEntries(mixed) as P // safe: the members of `from`, numbers for numbers
}

/** The set-points in force; null: the cycle has not begun. */
export const setPointsAt = <P extends object>(body: CyclicBody<P>, ts: number): P | null => {
  const { preCycle, dayOne, days, lastDay } = body.inputs.cycle
  const { day, age } = ageAt(body, ts)
  if (day < dayOf(preCycle.date)) return null
  if (age < 1) return preCycle
  let from: P = dayOne
  let begins = 1
  for (const entry of [...days, lastDay]) {
    if (entry.day > age)
      return body.inputs.interpolation === 'STEP' ? from : interpolate<P>(from, entry, (age - begins) / (entry.day - begins))
    from = entry
    begins = entry.day
  }
  return from
}

/** When the set-points may change next. From a day after the last entry on they never do, even if the clock is put back. */
const nextRefresh = (body: CyclicBody<unknown>, ts: number): number =>
  ageAt(body, ts).age >= body.inputs.cycle.lastDay.day + 1 ? NEVER : nextHour(body.offsets, ts)

const cyclicTemplate = <C extends Sensors, P extends object, Own>(
  controller: Controller<C, P, Own>,
): Template<RuleBody & CyclicBody<P> & { readonly inputs: C }, Own> => ({
  ...commonTemplate(controller),
  settle: (body, state, ts, _limit, out) => {
    const points = setPointsAt(body, ts)
    if (points !== null) controller.settle(body, body.inputs, points, state, ts, out)
  },
  next: (body, state) => {
    const hour = nextRefresh(body, state.ts)
    return setPointsAt(body, state.ts) === null ? hour : Math.min(hour, controller.next(state.own))
  },
  claims: (body, { ts }) => (setPointsAt(body, ts) === null ? [] : controller.writes(body.inputs)),
})

export const cycleThermostat = sealTemplate(cyclicTemplate(thermostatController))
export const cycleDouble = sealTemplate(cyclicTemplate(doubleController))
export const cycleProportional = sealTemplate(cyclicTemplate(proportionalController))
