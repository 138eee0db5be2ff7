import type { BodyOf } from '@steading/contract/rulebody'
import { clamp } from '../round.ts'
import type { State } from '../state.ts'
import { NEVER } from '../time.ts'
import { drive, fixed, isOn, measure, outputsOf } from './control.ts'
import type { Controller } from './control.ts'
import { freeAt, move, relay, start, turn, wanted } from './relay.ts'
import type { Relay, SetPoint } from './relay.ts'
import { sealed } from './template.ts'
import type { Template } from './template.ts'

type Body = BodyOf<'THERMOSTAT'>
type Inputs = Omit<BodyOf<'CYCLE_THERMOSTAT'>['inputs'], 'cycle' | 'interpolation'>

/** One relay for all outputs. */
export const thermostatic: Controller<Inputs, SetPoint, Relay> = {
  writes: outputsOf,
  initial: relay,
  settle: (body, c, point, state, ts, out) => {
    const { own } = state
    const { t, lost } = measure(c, state)
    own.wait = NEVER
    if (lost) turn(own, c.safeValue ?? c.mode === 'COOL', ts)
    else if (!Number.isNaN(t)) {
      if (!own.started) start(own, isOn(state.outlets[0]!))
      move(own, wanted(c.mode, t, point, own.on), freeAt(own, c), ts)
    }
    const reason = lost ? 'SAFE_VALUE' : 'REGULATION'
    if (own.started) drive(body, c, state, 0, own.on ? 1 : 0, point.setPoint, ts, reason, out)
  },
  next: own => own.wait,
}

/** The set-point in force: fixed, or the reference plus offset while the reference is known. */
const pointOf = ({ inputs: c }: Body, state: State): SetPoint => {
  if (c.reference === 'FIXED') return c
  for (const input of state.inputs)
    if (input.id === c.refSensor && input.status === 'GOOD')
      return { setPoint: clamp(input.x + c.offset, c.spMin, c.spMax), differential: c.differential }
  return c
}

const plain: Template<Body, Relay> = fixed(thermostatic)

/** 3.1 and 3.4: on or off around a set-point that is fixed or follows a reference sensor. */
export const thermostat = sealed<Body, Relay>({
  ...plain,
  reads: ({ inputs: c }) => (c.reference === 'SENSOR' && c.refSensor !== undefined ? [...c.sensors, c.refSensor] : c.sensors),
  settle: (body, state, ts, _limit, out) => thermostatic.settle(body, body.inputs, pointOf(body, state), state, ts, out),
})
