import { z } from 'zod'
import { Id } from '../../http/fields.ts'
import {
  checkEnvelope,
  checkOutputs,
  checkSensor,
  checkSensors,
  differential,
  envelope,
  mode,
  outputGroup,
  refuse,
  sensorGroup,
  setPoint,
  shortestTimes,
} from './parts.ts'
import type { Context, RuleInterface } from './parts.ts'

/** Everything but the set-point. */
export const thermostatGroup = {
  ...sensorGroup,
  ...outputGroup,
  mode,
  ...shortestTimes,
  /** Written when every sensor is lost: by default on when cooling, always off when heating. */
  safeValue: z.boolean().optional(),
}

/** On or off around a set-point that is fixed or follows another sensor (the specification's sensorial thermostat). */
export const ThermostatBody = z
  .object({
    template: z.literal('THERMOSTAT'),
    ...envelope,
    inputs: z.object({
      ...thermostatGroup,
      /** °C, the satisfied temperature; with SENSOR the one used while the reference is unknown. */
      setPoint: setPoint.default(24),
      differential,
      reference: z.enum(['FIXED', 'SENSOR']).default('FIXED'),
      refSensor: Id.optional(),
      /** °C, with SENSOR: set-point = reference + offset, kept between spMin and spMax. */
      offset: z.number().min(-20).max(20).default(5),
      spMin: setPoint.default(10),
      spMax: setPoint.default(35),
    }),
  })
  .superRefine((body, context) => {
    const { inputs } = body
    checkThermostat(body, context)
    if (inputs.spMin > inputs.spMax) refuse(context, 'SET_POINT_RANGE_EMPTY', 'inputs', 'spMax')
    if (inputs.refSensor !== undefined) checkSensor(body, inputs.refSensor, context, 'inputs', 'refSensor')
    else if (inputs.reference === 'SENSOR') refuse(context, 'REFERENCE_SENSOR_MISSING', 'inputs', 'refSensor')
  })
export type ThermostatBody = z.infer<typeof ThermostatBody>

interface Thermostat {
  readonly interfaces: readonly RuleInterface[]
  readonly inputs: z.infer<z.ZodObject<typeof thermostatGroup>>
}

export const checkThermostat = (body: Thermostat, context: Context): void => {
  const { mode, safeValue } = body.inputs
  checkEnvelope(body, context)
  checkSensors(body, context)
  checkOutputs(body, 'BOOLEAN', context)
  if (mode === 'HEAT' && safeValue === true) refuse(context, 'SAFE_VALUE_HEATS', 'inputs', 'safeValue')
}
