import { z } from 'zod'

/** Which page a rule belongs to: /rules, /rules/alarms, /rules/scheduler. */
export const RULE_KINDS = { CONTROL: 'rules.read', ALARM: 'rules.alarms', SCHEDULER: 'rules.scheduler' } as const
export const RuleKind = z.enum(['CONTROL', 'ALARM', 'SCHEDULER'])
export type RuleKind = z.infer<typeof RuleKind>
