import type { BodyOf } from '@steading/contract/rules/body'
import { clamp } from '@steading/contract/round'
import type { State } from '../state.ts'
import { NEVER } from '../values/time.ts'
import { writeGroup, fixedTemplate, isOn, measure, outputsOf } from './control.ts'
import type { Controller } from './control.ts'
import { switchAllowedAt, requestSwitch, createRelay, startAs, switchRelay, isDemanded } from './relay.ts'
import type { Relay, SetPoint } from './relay.ts'
import { sealTemplate } from './template.ts'
import type { Template } from './template.ts'

type Body = BodyOf<'THERMOSTAT'>
type Inputs = Omit<BodyOf<'CYCLE_THERMOSTAT'>['inputs'], 'cycle' | 'interpolation'>

/** Thermostat control: one relay for all outputs. */
export const thermostatController: Controller<Inputs, SetPoint, Relay> = {
  writes: outputsOf,
  initial: createRelay,
  settle: (body, c, point, state, ts, out) => {
    const { own } = state
    const { t, lost } = measure(c, state)
    own.wait = NEVER
    if (lost) switchRelay(own, c.safeValue ?? c.mode === 'COOL', ts)
    else if (!Number.isNaN(t)) {
      if (!own.started) startAs(own, isOn(state.outlets[0]!))
      requestSwitch(own, isDemanded(c.mode, t, point, own.on), switchAllowedAt(own, c), ts)
    }
    const reason = lost ? 'SAFE_VALUE' : 'REGULATION'
    if (own.started) writeGroup(body, c, state, 0, own.on ? 1 : 0, point.setPoint, ts, reason, out)
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

const fixedThermostat: Template<Body, Relay> = fixedTemplate(thermostatController)

/** 3.1 and 3.4: on or off around a set-point that is fixed or follows a reference sensor. */
export const thermostat = sealTemplate<Body, Relay>({
  ...fixedThermostat,
  reads: ({ inputs: c }) => (c.reference === 'SENSOR' && c.refSensor !== undefined ? [...c.sensors, c.refSensor] : c.sensors),
  settle: (body, state, ts, _limit, out) => thermostatController.settle(body, body.inputs, pointOf(body, state), state, ts, out),
})
