import { z } from 'zod'
import { Id } from '../../http/fields.ts'
import { alarmInputs, alarmSettings, checkLines } from './alarm.ts'
import { checkEnvelope, checkOutputs, envelope, refuse } from './parts.ts'

const value = z.union([z.boolean(), z.number()])

/** An alarm that also switches outputs: a siren, a valve, a fan. */
export const ActuationBody = z
  .object({
    template: z.literal('ALARM_WITH_ACTUATION'),
    ...envelope,
    inputs: alarmInputs.extend({
      outputs: z.array(Id).min(1).max(8),
      /** Written while the rule is active, not delayed by ruleDelay. */
      onValue: value.default(true),
      /** Written when it is not, after maxOnTime, or when a person has set the event's status. */
      offValue: value.default(false),
      /** min; 0: no limit. */
      maxOnTime: z.int().min(0).max(1440).default(0),
    }),
    ...alarmSettings,
  })
  .superRefine((body, context) => {
    const { onValue, offValue } = body.inputs
    checkEnvelope(body, context)
    checkLines(body, context)
    checkOutputs(body, typeof onValue === 'boolean' ? 'BOOLEAN' : 'NUMERIC', context)
    if (typeof offValue !== typeof onValue) refuse(context, 'ACTION_OF_OTHER_TYPE', 'inputs', 'offValue')
  })
export type ActuationBody = z.infer<typeof ActuationBody>
