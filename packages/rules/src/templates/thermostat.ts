import type { BodyOf } from '@steading/contract/rulebody'
import { aggregate, allLost } from '../aggregate.ts'
import { compare } from '../compare.ts'
import type { Intent } from '../intent.ts'
import { isHeld } from '../outlets.ts'
import { clamp } from '../round.ts'
import type { State } from '../state.ts'
import { NEVER, SECOND } from '../time.ts'
import { drive, outputsOf } from './control.ts'
import { sealed } from './template.ts'

type Body = BodyOf<'THERMOSTAT'>

interface Thermostat {
  on: boolean
  /** It has decided once. */
  started: boolean
  /** Instant of the last change; −1: never changed, so that no minimum time binds. */
  since: number
  /** When a change that must wait may happen. */
  wait: number
}

/** The set-point in force: fixed, or the reference plus offset while the reference is known. */
const setPointOf = ({ inputs: c }: Body, state: State): number => {
  if (c.reference === 'FIXED') return c.setPoint
  for (const input of state.inputs)
    if (input.id === c.refSensor && input.status === 'GOOD') return clamp(input.x + c.offset, c.spMin, c.spMax)
  return c.setPoint
}

/** On from a differential away, until the set-point is reached. */
const wanted = ({ inputs: c }: Body, t: number, setPoint: number, now: boolean): boolean =>
  c.mode === 'COOL'
    ? compare(t, 'GREATER_EQUAL', setPoint + c.differential) || (now && compare(t, 'GREATER', setPoint))
    : compare(t, 'LESS_EQUAL', setPoint - c.differential) || (now && compare(t, 'LESS', setPoint))

const turn = (own: Thermostat, on: boolean, ts: number): void => {
  if (own.on === on) return
  own.on = on
  own.since = ts
}

/** Goes on from what the first output is known to do, so that a deployment alone switches nothing. */
const start = (own: Thermostat, state: State): void => {
  const first = state.outlets[0]!
  own.started = true
  own.on = first.known && !isHeld(first) && first.last === 1
}

const regulate = (body: Body, own: Thermostat, state: State, t: number, setPoint: number, ts: number): void => {
  const { inputs: c } = body
  const first = !own.started
  if (first) start(own, state)
  const on = wanted(body, t, setPoint, own.on)
  const free = first || own.since === -1 ? ts : own.since + (own.on ? c.minOn : c.minOff) * SECOND
  if (ts >= free) turn(own, on, ts)
  else if (on !== own.on) own.wait = free
}

const settle = (body: Body, state: State<Thermostat>, ts: number, _limit: number, out: Intent[]): void => {
  const { inputs: c } = body
  const { own } = state
  const t = aggregate(c.aggregation, state.inputs, c.sensors.length)
  const setPoint = setPointOf(body, state)
  const lost = Number.isNaN(t) && allLost(state.inputs, c.sensors.length)
  own.wait = NEVER
  if (lost) {
    own.started = true
    turn(own, c.safeValue ?? c.mode === 'COOL', ts)
  } else if (!Number.isNaN(t)) regulate(body, own, state, t, setPoint, ts)
  if (own.started) drive(body, c, state, own.on ? 1 : 0, setPoint, ts, lost ? 'SAFE_VALUE' : 'REGULATION', out)
}

/** 3.1 and 3.4: on or off around a set-point that is fixed or follows a reference sensor. */
export const thermostat = sealed<Body, Thermostat>({
  reads: ({ inputs: c }) => (c.reference === 'SENSOR' && c.refSensor !== undefined ? [...c.sensors, c.refSensor] : c.sensors),
  sensors: body => body.inputs.sensors.length,
  writes: body => outputsOf(body.inputs),
  staleAfter: body => body.inputs.staleAfter * SECOND,
  initial: () => ({ on: false, started: false, since: -1, wait: NEVER }),
  settle,
  next: (_body, state) => state.own.wait,
})
