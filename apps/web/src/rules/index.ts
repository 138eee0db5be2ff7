import { later } from '../ui/later/later.tsx'

// The door of the slice: its pages, and the list of one box's rules.
export const pages = {
  '/rules': () => import('./ControlRules.tsx'),
  '/rules/alarms': () => import('./AlarmRules.tsx'),
  '/rules/scheduler': () => import('./SchedulerRules.tsx'),
  '/rules/{ruleId}/details': () => import('./RuleDetails.tsx'),
  '/rules/alarms/{ruleId}/details': () => import('./RuleDetails.tsx'),
  '/rules/scheduler/{ruleId}/details': () => import('./RuleDetails.tsx'),
} as const

export const Rules = later(() => import('./Rules.tsx'))
