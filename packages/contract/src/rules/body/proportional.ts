import { z } from 'zod'
import {
  checkEnvelope,
  checkOutputs,
  checkSensors,
  envelope,
  mode,
  outputGroup,
  percent,
  refuse,
  sensorGroup,
  setPoint,
} from './parts.ts'
import type { Context, RuleInterface } from './parts.ts'

/** Everything but the set-points. */
export const proportionalGroup = {
  ...sensorGroup,
  ...outputGroup,
  mode,
  /** %; a smaller change is not written, unless it reaches an end. */
  step: z.int().min(1).max(20).default(1),
  /** % per minute; 0: no limit. */
  maxSlew: z.int().min(0).max(6000).default(0),
  /** %; a wish below it is met by running at minSpeed for a part of each cycle. */
  minSpeed: percent.default(0),
  /** s; 0: no cycles. */
  cycleTime: z.union([z.literal(0), z.int().min(60).max(900)]).default(0),
  /** Written when every sensor is lost: by default 40 when cooling, always 0 when heating. */
  safeValue: percent.optional(),
}
/** °C from minOutput to maxOutput. */
export const band = z.number().min(0.5).max(20).default(4)

/** A percentage that grows with the distance from the set-point. */
export const ProportionalBody = z
  .object({
    template: z.literal('PROPORTIONAL'),
    ...envelope,
    inputs: z.object({
      ...proportionalGroup,
      /** °C at which the output leaves minOutput. */
      setPoint: setPoint.default(22),
      band,
      /** %, by default 10 when cooling, 0 when heating. */
      minOutput: percent.optional(),
      maxOutput: percent.default(100),
    }),
  })
  .superRefine((body, context) => {
    const { inputs } = body
    checkProportional(body, context)
    if (minOutputOf(inputs) > inputs.maxOutput) refuse(context, 'OUTPUT_RANGE_EMPTY', 'inputs', 'maxOutput')
  })
export type ProportionalBody = z.infer<typeof ProportionalBody>

/** The output at the set-point, %. */
export const minOutputOf = (inputs: Pick<ProportionalBody['inputs'], 'mode' | 'minOutput'>): number =>
  inputs.minOutput ?? (inputs.mode === 'COOL' ? 10 : 0)

interface Proportional {
  readonly interfaces: readonly RuleInterface[]
  readonly inputs: z.infer<z.ZodObject<typeof proportionalGroup>>
}

export const checkProportional = (body: Proportional, context: Context): void => {
  const { mode, safeValue } = body.inputs
  checkEnvelope(body, context)
  checkSensors(body, context)
  checkOutputs(body, 'NUMERIC', context)
  if (mode === 'HEAT' && (safeValue ?? 0) > 0) refuse(context, 'SAFE_VALUE_HEATS', 'inputs', 'safeValue')
}
