import { analytics } from './entities/analytics.ts'
import { apiAccess } from './apiAccess/apiAccess.ts'
import { animalMovements } from './production/animalMovements.ts'
import { audit } from './users/audit.ts'
import { batches } from './production/batches.ts'
import { batchFigures } from './production/batchFigures.ts'
import { dashboards } from './widgets/dashboards.ts'
import { dials } from './users/dials.ts'
import { drills } from './events/drills.ts'
import { earlyWarning } from './production/earlyWarning.ts'
import { entities } from './entities/entities.ts'
import { escalation } from './events/escalation.ts'
import { events } from './events/events.ts'
import { groups } from './entities/groups.ts'
import { deathReasons } from './production/deathReasons.ts'
import { feedFactories } from './production/feedFactories.ts'
import { feedMovements } from './production/feedMovements.ts'
import { feedTypes } from './production/feedTypes.ts'
import { genetics } from './production/genetics.ts'
import { curves } from './production/curves.ts'
import { health } from './health.ts'
import { heartbeat } from './events/heartbeat.ts'
import { icar } from './production/icar.ts'
import { interfaces } from './devices/interfaces.ts'
import { ledger } from './rules/ledger.ts'
import { live } from './devices/live.ts'
import { outbox } from './events/outbox.ts'
import { protection } from './protection/protection.ts'
import { readings } from './devices/readings.ts'
import { rehearsal } from './rules/rehearsal.ts'
import { reports } from './reports/reports.ts'
import { roles } from './users/roles.ts'
import { rules } from './rules/rules.ts'
import { sessions } from './users/sessions.ts'
import { subscriptions } from './apiAccess/subscriptions.ts'
import { tags } from './entities/tags.ts'
import { tariffs } from './tariffs/tariffs.ts'
import { tasks } from './tasks/tasks.ts'
import { taskTemplates } from './tasks/taskTemplates.ts'
import { templates } from './rules/templates.ts'
import { terminals } from './devices/terminals.ts'
import { publicDashboards } from './widgets/publicDashboards.ts'
import { users } from './users/users.ts'
import { weather } from './widgets/weather.ts'
import { weighings } from './production/weighings.ts'
import { widgetData } from './widgets/widgetData.ts'

/** Every contract by its stem: what the server serves, OpenAPI tells and the tests walk. */
export const contracts = {
  analytics,
  animalMovements,
  apiAccess,
  audit,
  batches,
  batchFigures,
  dashboards,
  dials,
  drills,
  earlyWarning,
  entities,
  escalation,
  events,
  groups,
  deathReasons,
  feedFactories,
  feedMovements,
  feedTypes,
  genetics,
  curves,
  health,
  heartbeat,
  icar,
  interfaces,
  ledger,
  live,
  outbox,
  publicDashboards,
  protection,
  readings,
  rehearsal,
  reports,
  roles,
  rules,
  sessions,
  subscriptions,
  tags,
  tariffs,
  tasks,
  taskTemplates,
  templates,
  terminals,
  users,
  weather,
  weighings,
  widgetData,
}

export { VERSION } from './version.ts'
