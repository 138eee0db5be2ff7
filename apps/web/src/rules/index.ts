import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import type { SearchListFilter } from '../ui/list/table/SearchList.tsx'

// The door of the slice: its pages, and the list of one box's rules.
export const pages = {
  '/rules': () => import('./list/ControlRules.tsx'),
  '/rules/alarms': () => import('./list/AlarmRules.tsx'),
  '/rules/scheduler': () => import('./list/SchedulerRules.tsx'),
  '/rules/create': () => import('./form/RuleCreate.tsx'),
  '/rules/alarms/create': () => import('./form/RuleCreate.tsx'),
  '/rules/scheduler/create': () => import('./form/RuleCreate.tsx'),
  '/rules/{ruleId}/details': () => import('./details/RuleDetails.tsx'),
  '/rules/alarms/{ruleId}/details': () => import('./details/RuleDetails.tsx'),
  '/rules/scheduler/{ruleId}/details': () => import('./details/RuleDetails.tsx'),
} as const

export { entryName, inputName, ownValueName } from './inputs/inputWords.ts'
export { templateDescription, templateTitle } from './templateWords.ts'
export { CategoryFilter } from './list/CategoryFilter.tsx'
export { columnsOf } from './list/columns.tsx'
export { retryDependents } from './deploy/retryDependents.ts'
export {
  type BulkDeployRequest,
  deployInBatches,
  type DeployProgress,
  deployProgress,
  type DeployResults,
} from './deploy/bulkDeploy.ts'
export { BlockedRules } from './deploy/BlockedRules.tsx'
export { plannedRefusals, planDeployment } from './deploy/deploymentPlan.ts'
export { useConfirmDeployment } from './deploy/useConfirmDeployment.tsx'
export {
  deploymentStates,
  groupWords,
  needsOrder,
  availableOrders,
  placeOf,
  refusalWords,
  ruleHref,
  templateName,
} from './words.ts'
export { DeploymentPill } from './DeploymentPill.tsx'
export const Rules = lazyComponent(() => import('./list/Rules.tsx'))
/** Rules in a small place, with a search field. */
export const LazyRuleSearch = lazyComponent<SearchListFilter>(() => import('./list/RuleSearch.tsx'))
