import type { BodyOf } from '@steading/contract/rules/body'
import type { Outlet } from '../outputs/outlet.ts'
import { isHeld } from '../outputs/outlets.ts'
import type { State } from '../state.ts'
import { NEVER, SECOND } from '../values/time.ts'
import { writeGroup, fixedTemplate, isOn, measure, outputsOf } from './control.ts'
import type { Controller } from './control.ts'
import { switchAllowedAt, requestSwitch, createRelay, startAs, switchRelay, isDemanded } from './relay.ts'
import type { Relay } from './relay.ts'
import { sealTemplate } from './template.ts'

type Body = BodyOf<'DOUBLE_THERMOSTAT'>
type Inputs = Omit<Body['inputs'], keyof SetPoints>

/** °C */
export interface SetPoints {
  readonly heatSetPoint: number
  readonly heatDifferential: number
  readonly coolSetPoint: number
  readonly coolDifferential: number
}

interface Side extends Relay {
  /** Since when its outputs are off, by whatever cause; NEVER: one is on; −1: none was ever on. */
  off: number
}

interface Double {
  readonly heat: Side
  readonly cool: Side
}

const SIDES = ['heat', 'cool'] as const
type Name = (typeof SIDES)[number]

const groupOf = (c: Inputs, name: Name) =>
  name === 'heat'
    ? { outputs: c.heatOutputs, setPointOut: c.heatSetPointOut }
    : { outputs: c.coolOutputs, setPointOut: c.coolSetPointOut }

/** Index of the first outlet of a side. */
const firstOf = (c: Inputs, name: Name): number => (name === 'heat' ? 0 : outputsOf(groupOf(c, 'heat')).length)

const outletsOf = (c: Inputs, state: State, name: Name): readonly Outlet[] => {
  const from = firstOf(c, name)
  return state.outlets.slice(from, from + groupOf(c, name).outputs.length)
}

const pointOf = (points: SetPoints, name: Name) =>
  name === 'heat'
    ? { setPoint: points.heatSetPoint, differential: points.heatDifferential }
    : { setPoint: points.coolSetPoint, differential: points.coolDifferential }

/** At least one output is known to be on. */
const isAnyOn = (outlets: readonly Outlet[]): boolean => outlets.some(outlet => outlet.known && outlet.last !== 0)

/** Updates since when a side is off. A held output may be on against the rule; an unknown one counts as on. */
const observeSide = (c: Inputs, state: State<Double>, name: Name, ts: number): void => {
  const side = state.own[name]
  const on = outletsOf(c, state, name).some(outlet => (outlet.known ? outlet.last !== 0 : side.on || isHeld(outlet)))
  if (on) side.off = NEVER
  else if (side.off === NEVER) side.off = ts
}

/** When the interlock allows the side opposite `other` to switch on. */
const interlockEnd = (c: Inputs, other: Side): number =>
  other.off === NEVER || other.off === -1 ? other.off : other.off + c.changeOver * SECOND

/** Two interlocked relays: one switches on only after the other has been off for the change-over. */
export const doubleController: Controller<Inputs, SetPoints, Double> = {
  writes: c => SIDES.flatMap(name => outputsOf(groupOf(c, name))),
  initial: () => ({ heat: { ...createRelay(), off: -1 }, cool: { ...createRelay(), off: -1 } }),
  settle: (body, c, points, state, ts, out) => {
    const { own } = state
    const { t, lost } = measure(c, state)
    own.heat.wait = NEVER
    own.cool.wait = NEVER
    if (!own.heat.started) {
      if (!lost && Number.isNaN(t)) return
      for (const name of SIDES) startAs(own[name], !lost && isOn(outletsOf(c, state, name)[0]!))
    }
    const demand = { heat: own.heat.on, cool: own.cool.on }
    if (lost) Object.assign(demand, { heat: false, cool: c.safeValue })
    else if (!Number.isNaN(t)) {
      demand.heat = isDemanded('HEAT', t, pointOf(points, 'heat'), own.heat.on)
      demand.cool = isDemanded('COOL', t, pointOf(points, 'cool'), own.cool.on)
    }
    // The set-points do not cross, so at most one side is demanded. The side that goes off is handled first.
    for (const name of demand.cool ? SIDES : SIDES.toReversed()) {
      const side = own[name]
      const free = interlockEnd(c, own[name === 'heat' ? 'cool' : 'heat'])
      // A side not known to be on must wait for the interlock to switch on again.
      if (side.on && free > ts && !isAnyOn(outletsOf(c, state, name))) switchRelay(side, false, ts)
      const locked = demand[name] && !side.on ? free : -1
      requestSwitch(side, demand[name], lost ? locked : Math.max(locked, switchAllowedAt(side, c)), ts)
      const { setPoint } = pointOf(points, name)
      writeGroup(
        body,
        groupOf(c, name),
        state,
        firstOf(c, name),
        side.on ? 1 : 0,
        setPoint,
        ts,
        lost ? 'SAFE_VALUE' : 'REGULATION',
        out,
      )
      observeSide(c, state, name, ts)
    }
  },
  next: own => Math.min(own.heat.wait, own.cool.wait),
  commanded: (c, state, interfaceId, value, ts) => {
    for (const name of SIDES) {
      const outlet = outletsOf(c, state, name).find(({ id }) => id === interfaceId)
      if (!outlet) continue
      const side = state.own[name]
      const { off } = side
      // Unknown until the next write, so it counts as on.
      if (value === null) side.off = NEVER
      else observeSide(c, state, name, ts)
      // It starts or ends the interlock of the other side.
      return isHeld(outlet) && side.off !== off
    }
    return false
  },
}

/** 3.2: heating below one set-point, cooling above another, never both. */
export const double = sealTemplate<Body, Double>(fixedTemplate(doubleController))
