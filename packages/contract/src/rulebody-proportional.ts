import { z } from 'zod'
import {
  checkEnvelope,
  checkOutputs,
  checkSensors,
  envelope,
  mode,
  outputGroup,
  refuse,
  sensorGroup,
  setPoint,
} from './rulebody-parts.ts'

const percent = z.int().min(0).max(100)

/** A percentage that grows with the distance from the set-point. */
export const ProportionalBody = z
  .object({
    template: z.literal('PROPORTIONAL'),
    ...envelope,
    inputs: z.object({
      ...sensorGroup,
      ...outputGroup,
      mode,
      /** °C at which the output leaves minOutput. */
      setPoint: setPoint.default(22),
      /** °C from minOutput to maxOutput. */
      band: z.number().min(0.5).max(20).default(4),
      /** %, by default 10 when cooling, 0 when heating. */
      minOutput: percent.optional(),
      maxOutput: percent.default(100),
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
    }),
  })
  .superRefine((body, context) => {
    const { inputs } = body
    checkEnvelope(body, context)
    checkSensors(body, context)
    checkOutputs(body, 'NUMERIC', context)
    if (minOutputOf(inputs) > inputs.maxOutput) refuse(context, 'OUTPUT_RANGE_EMPTY', 'inputs', 'maxOutput')
    if (inputs.mode === 'HEAT' && (inputs.safeValue ?? 0) > 0) refuse(context, 'SAFE_VALUE_HEATS', 'inputs', 'safeValue')
  })
export type ProportionalBody = z.infer<typeof ProportionalBody>

/** The output at the set-point, %. */
export const minOutputOf = (inputs: Pick<ProportionalBody['inputs'], 'mode' | 'minOutput'>): number =>
  inputs.minOutput ?? (inputs.mode === 'COOL' ? 10 : 0)
