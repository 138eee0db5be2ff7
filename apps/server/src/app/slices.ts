import { analyticsSlice } from '../analytics/index.ts'
import { animalMovementsSlice } from '../animalMovements/index.ts'
import { apiAccessSlice } from '../apiAccess/index.ts'
import { auditSlice } from '../audit/index.ts'
import { batchesSlice, refusePendingTransfer } from '../batches/index.ts'
import { batchFiguresSlice } from '../batchFigures/index.ts'
import { dashboardsSlice, dropBoards } from '../dashboards/index.ts'
import { dialsSlice } from '../dials/index.ts'
import { drillsSlice } from '../drills/index.ts'
import { earlyWarningSlice } from '../earlyWarning/index.ts'
import { entitiesSlice } from '../entities/index.ts'
import { curvesSlice } from '../curves/index.ts'
import { deathReasonsSlice } from '../deathReasons/index.ts'
import { feedFactoriesSlice } from '../feedFactories/index.ts'
import { feedMovementsSlice } from '../feedMovements/index.ts'
import { feedTypesSlice } from '../feedTypes/index.ts'
import { geneticsSlice } from '../genetics/index.ts'
import { escalationSlice, guardPlace } from '../escalation/index.ts'
import { eventsSlice, reassignEventsToBatch } from '../events/index.ts'
import { groupsSlice } from '../groups/index.ts'
import { healthSlice } from '../health/index.ts'
import { heartbeatSlice } from '../heartbeat/index.ts'
import { dropDefaults, interfacesSlice } from '../interfaces/index.ts'
import { icarSlice } from '../icar/index.ts'
import { ledgerSlice } from '../ledger/index.ts'
import { liveSlice } from '../live/index.ts'
import { outboxSlice } from '../outbox/index.ts'
import { protectionSlice } from '../protection/index.ts'
import { publicDashboardsSlice, showsWeather } from '../publicDashboards/index.ts'
import type { Slice } from '../platform/http/call.ts'
import type { Part } from '../platform/part.ts'
import type { World } from '../platform/world.ts'
import { readingsSlice } from '../readings/index.ts'
import { rehearsalSlice } from '../rehearsal/index.ts'
import { reportsSlice } from '../reports/index.ts'
import { rolesSlice } from '../roles/index.ts'
import { rulesSlice } from '../rules/index.ts'
import { sessionsSlice } from '../sessions/index.ts'
import { subscriptionsSlice } from '../subscriptions/index.ts'
import { tagsSlice } from '../tags/index.ts'
import { tariffsSlice } from '../tariffs/index.ts'
import { hasUnfinishedTasks, tasksSlice } from '../tasks/index.ts'
import { taskTemplatesSlice } from '../taskTemplates/index.ts'
import { templatesSlice } from '../templates/index.ts'
import { followZone, terminalsSlice } from '../terminals/index.ts'
import { accounts, bringRoles, usersSlice } from '../users/index.ts'
import { weatherSlice } from '../weather/index.ts'
import { weighingsSlice } from '../weighings/index.ts'
import { widgetDataSlice } from '../widgetData/index.ts'
import type { Services } from './services.ts'

/** Every slice by its stem, as the contracts name them. */
export const slicesOf = (
  world: World,
  { devices, drills, earlyWarning, events, journal, outbox, reports, watchdog, weather }: Services,
  state: () => { ready: boolean; parts: readonly Part[] },
): Record<string, Slice> => ({
  analytics: analyticsSlice(world),
  animalMovements: animalMovementsSlice(world),
  apiAccess: apiAccessSlice(world),
  audit: auditSlice(world),
  batches: batchesSlice(world, reassignEventsToBatch),
  batchFigures: batchFiguresSlice(world),
  dashboards: dashboardsSlice(world),
  dials: dialsSlice(),
  drills: drillsSlice(world, { devices, outbox }, drills),
  earlyWarning: earlyWarningSlice(world, events, () => earlyWarning.wake()),
  entities: entitiesSlice(world, [bringRoles, dropDefaults, refusePendingTransfer], guardPlace, [dropBoards], followZone),
  escalation: escalationSlice(world),
  curves: curvesSlice(world),
  deathReasons: deathReasonsSlice(world),
  feedFactories: feedFactoriesSlice(world),
  feedMovements: feedMovementsSlice(world),
  feedTypes: feedTypesSlice(world),
  genetics: geneticsSlice(world),
  events: eventsSlice(world, events),
  groups: groupsSlice(world),
  health: healthSlice(world, state),
  heartbeat: heartbeatSlice(watchdog),
  icar: icarSlice(world),
  interfaces: interfacesSlice(world, devices),
  ledger: ledgerSlice(world, { boxes: devices, post: outbox }),
  live: liveSlice(world),
  outbox: outboxSlice(world, outbox),
  protection: protectionSlice(world),
  publicDashboards: publicDashboardsSlice(world, journal),
  readings: readingsSlice(world, journal),
  rehearsal: rehearsalSlice(world),
  reports: reportsSlice(world, { wake: () => reports.wake() }),
  roles: rolesSlice(world),
  rules: rulesSlice(world, { boxes: devices, post: outbox }),
  sessions: sessionsSlice(world),
  subscriptions: subscriptionsSlice(world, journal),
  tags: tagsSlice(world),
  tariffs: tariffsSlice(world),
  tasks: tasksSlice(world, outbox),
  taskTemplates: taskTemplatesSlice(world, hasUnfinishedTasks),
  templates: templatesSlice(world),
  terminals: terminalsSlice(world, devices),
  users: usersSlice(world, accounts(world, outbox)),
  weather: weatherSlice(world, weather, (work, place) => showsWeather(work, world.secrets, place)),
  weighings: weighingsSlice(world),
  widgetData: widgetDataSlice(world),
})
