import { later } from '../ui/later/later.tsx'

// The door of the slice: its pages, and the list of one box's rules.
export const pages = {
  '/rules': () => import('./ControlRules.tsx'),
  '/rules/alarms': () => import('./AlarmRules.tsx'),
  '/rules/scheduler': () => import('./SchedulerRules.tsx'),
  '/rules/create': () => import('./RuleCreate.tsx'),
  '/rules/alarms/create': () => import('./RuleCreate.tsx'),
  '/rules/scheduler/create': () => import('./RuleCreate.tsx'),
  '/rules/{ruleId}/details': () => import('./RuleDetails.tsx'),
  '/rules/alarms/{ruleId}/details': () => import('./RuleDetails.tsx'),
  '/rules/scheduler/{ruleId}/details': () => import('./RuleDetails.tsx'),
} as const

export { entryName, inputName, ownValueName } from './inputs/words.ts'
export { templateDescription, templateTitle } from './form/templateWords.ts'
export { groupWords } from './form/words.ts'
export { CategoryFilter } from './CategoryFilter.tsx'
export { columnsOf } from './columns.tsx'
export { inRounds } from './rounds.ts'
export { type OrderBody, orderInTurns, type Progress, progressOf, type Results } from './orders.ts'
export { refusedAhead, Staying, whoGoes } from './Dependents.tsx'
export { useSure } from './useSure.tsx'
export { isDue, orderedBy, placeOf, refusalWords, ruleHref, templateName } from './words.ts'
export { DeploymentPill } from './Status.tsx'
export const Rules = later(() => import('./Rules.tsx'))
