import { z } from 'zod'
import { ActuationBody } from './rulebody-actuation.ts'
import { AlarmBody } from './rulebody-alarm.ts'
import { CloudAlarmBody } from './rulebody-cloud.ts'
import { CycleDoubleThermostatBody, CycleProportionalBody, CycleThermostatBody } from './rulebody-cycle.ts'
import { DoubleThermostatBody } from './rulebody-double.ts'
import { ProportionalBody } from './rulebody-proportional.ts'
import { ForcedSchedulerBody, SchedulerBody } from './rulebody-scheduler.ts'
import { ThermostatBody } from './rulebody-thermostat.ts'

export { RuleInterface, MAX_RULE_BODY_BYTES, RULE_BODY_ERRORS } from './rulebody-parts.ts'
export type { Offsets, RuleBodyError } from './rulebody-parts.ts'
export { AlarmBody, RuleLine } from './rulebody-alarm.ts'
export { CloudAlarmBody } from './rulebody-cloud.ts'
export type { CyclicalLine } from './rulebody-cloud.ts'
export { CycleDoubleThermostatBody, CycleProportionalBody, CycleThermostatBody } from './rulebody-cycle.ts'
export type { Cycle } from './rulebody-cycle.ts'
export { DoubleThermostatBody } from './rulebody-double.ts'
export { ProportionalBody, minOutputOf } from './rulebody-proportional.ts'
export { ActuationBody } from './rulebody-actuation.ts'
export { ForcedSchedulerBody, SchedulerBody } from './rulebody-scheduler.ts'
export { ThermostatBody } from './rulebody-thermostat.ts'

/**
 * A deployed rule as the platform sends it to a box and evaluates it itself: data only, at most 64 KB. Fields beyond these
 * are ignored; a body that breaks a check across fields carries the code (RULE_BODY_ERRORS) as the message of its issue.
 */
export const RuleBody = z.discriminatedUnion('template', [
  ThermostatBody,
  DoubleThermostatBody,
  ProportionalBody,
  CycleThermostatBody,
  CycleDoubleThermostatBody,
  CycleProportionalBody,
  AlarmBody,
  ActuationBody,
  CloudAlarmBody,
  SchedulerBody,
  ForcedSchedulerBody,
])
/** A checked body: every default is filled in, operators are canonical. */
export type RuleBody = z.infer<typeof RuleBody>
export type RuleBodyInput = z.input<typeof RuleBody>
export type RuleTemplate = RuleBody['template']
export type BodyOf<T extends RuleTemplate> = Extract<RuleBody, { template: T }>
