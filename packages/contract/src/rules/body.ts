import { z } from 'zod'
import { ActuationBody } from './body/actuation.ts'
import { AlarmBody } from './body/alarm.ts'
import { CloudAlarmBody } from './body/cloud.ts'
import { CycleDoubleThermostatBody, CycleProportionalBody, CycleThermostatBody } from './body/cycle.ts'
import { DoubleThermostatBody } from './body/double.ts'
import { ProportionalBody } from './body/proportional.ts'
import { ForcedSchedulerBody, SchedulerBody } from './body/scheduler.ts'
import { ThermostatBody } from './body/thermostat.ts'

export { RuleInterface, MAX_RULE_BODY_BYTES, RULE_BODY_ERRORS } from './body/parts.ts'
export type { Offsets, RuleBodyError } from './body/parts.ts'
export { AlarmBody, RuleLine } from './body/alarm.ts'
export { CloudAlarmBody } from './body/cloud.ts'
export type { CyclicalLine } from './body/cloud.ts'
export { CycleDoubleThermostatBody, CycleProportionalBody, CycleThermostatBody, DATES_WITHOUT_BATCH } from './body/cycle.ts'
export type { Cycle } from './body/cycle.ts'
export { DoubleThermostatBody } from './body/double.ts'
export { ProportionalBody, minOutputOf } from './body/proportional.ts'
export { ActuationBody } from './body/actuation.ts'
export { ForcedSchedulerBody, SchedulerBody } from './body/scheduler.ts'
export { ThermostatBody } from './body/thermostat.ts'

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
