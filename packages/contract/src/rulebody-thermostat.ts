import { z } from 'zod'
import { Id } from './fields.ts'
import {
  checkEnvelope,
  checkOutputs,
  checkSensor,
  checkSensors,
  envelope,
  mode,
  outputGroup,
  refuse,
  sensorGroup,
  setPoint,
} from './rulebody-parts.ts'

const seconds = z.int().min(0).max(3600).default(60)

/** On or off around a set-point that is fixed or follows another sensor (the specification's sensorial thermostat). */
export const ThermostatBody = z
  .object({
    template: z.literal('THERMOSTAT'),
    ...envelope,
    inputs: z.object({
      ...sensorGroup,
      ...outputGroup,
      mode,
      /** °C, the satisfied temperature; with SENSOR the one used while the reference is unknown. */
      setPoint: setPoint.default(24),
      /** °C away from the set-point at which it switches on. */
      differential: z.number().min(0.1).max(10).default(1),
      reference: z.enum(['FIXED', 'SENSOR']).default('FIXED'),
      refSensor: Id.optional(),
      /** °C, with SENSOR: set-point = reference + offset, kept between spMin and spMax. */
      offset: z.number().min(-20).max(20).default(5),
      spMin: setPoint.default(10),
      spMax: setPoint.default(35),
      /** Shortest time on and off, s. */
      minOn: seconds,
      minOff: seconds,
      /** Written when every sensor is lost: by default on when cooling, always off when heating. */
      safeValue: z.boolean().optional(),
    }),
  })
  .superRefine((body, context) => {
    const { inputs } = body
    checkEnvelope(body, context)
    checkSensors(body, context)
    checkOutputs(body, 'BOOLEAN', context)
    if (inputs.mode === 'HEAT' && inputs.safeValue === true) refuse(context, 'SAFE_VALUE_HEATS', 'inputs', 'safeValue')
    if (inputs.spMin > inputs.spMax) refuse(context, 'SET_POINT_RANGE_EMPTY', 'inputs', 'spMax')
    if (inputs.refSensor !== undefined) checkSensor(body, inputs.refSensor, context, 'inputs', 'refSensor')
    else if (inputs.reference === 'SENSOR') refuse(context, 'REFERENCE_SENSOR_MISSING', 'inputs', 'refSensor')
  })
export type ThermostatBody = z.infer<typeof ThermostatBody>
