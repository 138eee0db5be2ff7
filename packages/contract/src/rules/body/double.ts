import { z } from 'zod'
import { Id } from '../../http/fields.ts'
import {
  checkEnvelope,
  checkSensors,
  checkWritten,
  differential,
  envelope,
  outputGroup,
  refuse,
  sensorGroup,
  setPoint,
  shortestTimes,
} from './parts.ts'
import type { Context, Path, RuleInterface } from './parts.ts'

/** Everything but the set-points. */
export const doubleGroup = {
  ...sensorGroup,
  heatOutputs: outputGroup.outputs,
  coolOutputs: outputGroup.outputs,
  /** Where the set-points in force are written. */
  heatSetPointOut: Id.optional(),
  coolSetPointOut: Id.optional(),
  ...shortestTimes,
  /** s that one side must have been off before the other switches on. */
  changeOver: z.int().min(0).max(900).default(60),
  /** What cooling is set to when every sensor is lost; heating is switched off. */
  safeValue: z.boolean().default(true),
}

/** Heating below one set-point, cooling above another, never both. */
export const DoubleThermostatBody = z
  .object({
    template: z.literal('DOUBLE_THERMOSTAT'),
    ...envelope,
    inputs: z.object({
      ...doubleGroup,
      /** °C, the satisfied temperatures. */
      heatSetPoint: setPoint.default(18),
      heatDifferential: differential,
      coolSetPoint: setPoint.default(24),
      coolDifferential: differential,
    }),
  })
  .superRefine((body, context) => {
    checkDouble(body, context)
    checkSetPoints(body.inputs, context, 'inputs')
  })
export type DoubleThermostatBody = z.infer<typeof DoubleThermostatBody>

interface Double {
  readonly interfaces: readonly RuleInterface[]
  readonly inputs: z.infer<z.ZodObject<typeof doubleGroup>>
}

export const checkDouble = (body: Double, context: Context): void => {
  const { heatOutputs, coolOutputs, heatSetPointOut, coolSetPointOut } = body.inputs
  checkEnvelope(body, context)
  checkSensors(body, context)
  const written = {
    heatOutputs: { ids: heatOutputs, values: 'BOOLEAN' },
    coolOutputs: { ids: coolOutputs, values: 'BOOLEAN' },
    heatSetPointOut: { ids: heatSetPointOut, values: 'NUMERIC' },
    coolSetPointOut: { ids: coolSetPointOut, values: 'NUMERIC' },
  } as const
  checkWritten(body, written, context)
}

export interface SetPoints {
  readonly heatSetPoint: number
  readonly coolSetPoint: number
}

/** What is warm enough must not be too warm already. */
export const checkSetPoints = ({ heatSetPoint, coolSetPoint }: SetPoints, context: Context, ...path: Path): void => {
  if (coolSetPoint < heatSetPoint) refuse(context, 'SET_POINTS_CROSSED', ...path, 'coolSetPoint')
}
