import type { BodyOf } from '@steading/contract/rulebody'
import type { Outlet } from '../outlets.ts'
import { isHeld } from '../outlets.ts'
import type { State } from '../state.ts'
import { NEVER, SECOND } from '../time.ts'
import { drive, fixed, isOn, measure, outputsOf } from './control.ts'
import type { Controller } from './control.ts'
import { freeAt, move, relay, start, turn, wanted } from './relay.ts'
import type { Relay } from './relay.ts'
import { sealed } from './template.ts'

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
  /** Since when its outputs are off, whoever did it; NEVER: one is on; −1: none ever was. */
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

/** Index of a side's first outlet. */
const firstOf = (c: Inputs, name: Name): number => (name === 'heat' ? 0 : outputsOf(groupOf(c, 'heat')).length)

const outletsOf = (c: Inputs, state: State, name: Name): readonly Outlet[] => {
  const from = firstOf(c, name)
  return state.outlets.slice(from, from + groupOf(c, name).outputs.length)
}

const pointOf = (points: SetPoints, name: Name) =>
  name === 'heat'
    ? { setPoint: points.heatSetPoint, differential: points.heatDifferential }
    : { setPoint: points.coolSetPoint, differential: points.coolDifferential }

/** One at least is known to be on. */
const runs = (outlets: readonly Outlet[]): boolean => outlets.some(one => one.known && one.last !== 0)

/** Looks whether a side is on: a person may hold an output against the rule. What nobody knows might be. */
const observe = (c: Inputs, state: State<Double>, name: Name, ts: number): void => {
  const side = state.own[name]
  const on = outletsOf(c, state, name).some(one => (one.known ? one.last !== 0 : side.on || isHeld(one)))
  if (on) side.off = NEVER
  else if (side.off === NEVER) side.off = ts
}

/** When the interlock lets the side opposite `other` switch on. */
const yields = (c: Inputs, other: Side): number =>
  other.off === NEVER || other.off === -1 ? other.off : other.off + c.changeOver * SECOND

/** Two relays, of which one switches on only after the other has been off for the change-over. */
export const doubled: Controller<Inputs, SetPoints, Double> = {
  writes: c => SIDES.flatMap(name => outputsOf(groupOf(c, name))),
  initial: () => ({ heat: { ...relay(), off: -1 }, cool: { ...relay(), off: -1 } }),
  settle: (body, c, points, state, ts, out) => {
    const { own } = state
    const { t, lost } = measure(c, state)
    own.heat.wait = NEVER
    own.cool.wait = NEVER
    if (!own.heat.started) {
      if (!lost && Number.isNaN(t)) return
      for (const name of SIDES) start(own[name], !lost && isOn(outletsOf(c, state, name)[0]!))
    }
    const wish = { heat: own.heat.on, cool: own.cool.on }
    if (lost) Object.assign(wish, { heat: false, cool: c.safeValue })
    else if (!Number.isNaN(t)) {
      wish.heat = wanted('HEAT', t, pointOf(points, 'heat'), own.heat.on)
      wish.cool = wanted('COOL', t, pointOf(points, 'cool'), own.cool.on)
    }
    // Never both are wished for, since the set-points do not cross; what goes off goes first, so that the other may follow.
    for (const name of wish.cool ? SIDES : SIDES.toReversed()) {
      const side = own[name]
      const free = yields(c, own[name === 'heat' ? 'cool' : 'heat'])
      // What is not known to be on goes on again only as the interlock lets it.
      if (side.on && free > ts && !runs(outletsOf(c, state, name))) turn(side, false, ts)
      const locked = wish[name] && !side.on ? free : -1
      move(side, wish[name], lost ? locked : Math.max(locked, freeAt(side, c)), ts)
      const { setPoint } = pointOf(points, name)
      drive(
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
      observe(c, state, name, ts)
    }
  },
  next: own => Math.min(own.heat.wait, own.cool.wait),
  commanded: (c, state, interfaceId, value, ts) => {
    for (const name of SIDES) {
      const outlet = outletsOf(c, state, name).find(one => one.id === interfaceId)
      if (!outlet) continue
      const side = state.own[name]
      const { off } = side
      // Until it is written again nobody knows that it is off.
      if (value === null) side.off = NEVER
      else observe(c, state, name, ts)
      // The other side's waiting begins or ends with it.
      return isHeld(outlet) && side.off !== off
    }
    return false
  },
}

/** 3.2: heating below one set-point, cooling above another, never both. */
export const double = sealed<Body, Double>(fixed(doubled))
