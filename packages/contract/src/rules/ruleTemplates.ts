import { z } from 'zod'
import type { RuleTemplate } from './body.ts'
import type { RuleKind } from './kinds.ts'

/**
 * What each kind of body is for, in the order in which forms offer them: control rules are listed under /rules, alarms under
 * /rules/alarms, schedulers under /rules/scheduler.
 */
export const KIND_OF = {
  CYCLE_THERMOSTAT: 'CONTROL',
  CYCLE_DOUBLE_THERMOSTAT: 'CONTROL',
  CYCLE_PROPORTIONAL: 'CONTROL',
  THERMOSTAT: 'CONTROL',
  DOUBLE_THERMOSTAT: 'CONTROL',
  PROPORTIONAL: 'CONTROL',
  ALARM_WITHOUT_ACTUATION: 'ALARM',
  ALARM_WITH_ACTUATION: 'ALARM',
  CLOUD_ALARM: 'ALARM',
  SCHEDULER: 'SCHEDULER',
  FORCED_SCHEDULER: 'SCHEDULER',
} as const satisfies Record<RuleTemplate, RuleKind>

export const RULE_TEMPLATES = Object.keys(KIND_OF) as [RuleTemplate, ...RuleTemplate[]] // safe: the table's own keys

/** What a rule is evaluated as: the name of its body. */
export const Engine = z.enum(RULE_TEMPLATES)
export type Engine = z.infer<typeof Engine>
