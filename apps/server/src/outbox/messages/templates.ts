import { accessChangedTemplate, accountCodeTemplate, emailChangedTemplate, passwordChangedTemplate } from './templates/account.ts'
import { alarmTemplate } from './templates/alarm.ts'
import { arrivalTemplate } from './templates/arrival.ts'
import { budgetTemplate } from './templates/budget.ts'
import { digestTemplate } from './templates/digest.ts'
import { drillTemplate } from './templates/drill.ts'
import { heartbeatTemplate } from './templates/heartbeat.ts'
import { planDueTemplate } from './templates/planDue.ts'
import { reportReadyTemplate } from './templates/reportReady.ts'
import { silencedRuleTemplate } from './templates/silencedRule.ts'
import { stalledPathTemplate } from './templates/stalledPath.ts'
import { summaryTemplate } from './templates/summary.ts'
import { taskTemplate } from './templates/task.ts'
import type { Template } from './template.ts'

/** Every template of the platform. */
export const TEMPLATES: readonly Template[] = [
  alarmTemplate,
  arrivalTemplate,
  digestTemplate,
  drillTemplate,
  summaryTemplate,
  taskTemplate,
  budgetTemplate,
  planDueTemplate,
  reportReadyTemplate,
  silencedRuleTemplate,
  accountCodeTemplate,
  passwordChangedTemplate,
  emailChangedTemplate,
  accessChangedTemplate,
  stalledPathTemplate,
  heartbeatTemplate,
]

const byName = new Map(TEMPLATES.map(template => [template.name, template]))

/** undefined: a release that is gone stored it; the stored text is all that remains. */
export const templateByName = (name: string | null): Template | undefined => (name === null ? undefined : byName.get(name))
