import { auditSlice } from '../audit/index.ts'
import { batchesSlice } from '../batches/index.ts'
import { dashboardsSlice, dropBoards } from '../dashboards/index.ts'
import { dialsSlice } from '../dials/index.ts'
import { drillsSlice } from '../drills/index.ts'
import { entitiesSlice } from '../entities/index.ts'
import { escalationSlice, guardPlace } from '../escalation/index.ts'
import { eventsSlice, gatherEvents } from '../events/index.ts'
import { groupsSlice } from '../groups/index.ts'
import { healthSlice } from '../health/index.ts'
import { heartbeatSlice } from '../heartbeat/index.ts'
import { dropDefaults, interfacesSlice } from '../interfaces/index.ts'
import { ledgerSlice } from '../ledger/index.ts'
import { liveSlice } from '../live/index.ts'
import { outboxSlice } from '../outbox/index.ts'
import type { Slice } from '../platform/http/call.ts'
import type { Part, World } from '../platform/world.ts'
import { readingsSlice } from '../readings/index.ts'
import { rehearsalSlice } from '../rehearsal/index.ts'
import { rolesSlice } from '../roles/index.ts'
import { rulesSlice } from '../rules/index.ts'
import { sessionsSlice } from '../sessions/index.ts'
import { tagsSlice } from '../tags/index.ts'
import { templatesSlice } from '../templates/index.ts'
import { followZone, terminalsSlice } from '../terminals/index.ts'
import { accounts, bringRoles, usersSlice } from '../users/index.ts'
import type { Doors } from './doors.ts'

/** Every slice by its stem, as the contracts name them. */
export const slicesOf = (
  world: World,
  { devices, drills, events, journal, outbox, watchdog }: Doors,
  state: () => { ready: boolean; parts: readonly Part[] },
): Record<string, Slice> => ({
  audit: auditSlice(world),
  batches: batchesSlice(world, gatherEvents),
  dashboards: dashboardsSlice(world),
  dials: dialsSlice(),
  drills: drillsSlice(world, { devices, outbox }, drills),
  entities: entitiesSlice(world, [bringRoles, dropDefaults], guardPlace, [dropBoards], followZone),
  escalation: escalationSlice(world),
  events: eventsSlice(world, events),
  groups: groupsSlice(world),
  health: healthSlice(world, state),
  heartbeat: heartbeatSlice(watchdog),
  interfaces: interfacesSlice(world, devices),
  ledger: ledgerSlice(world, { boxes: devices, post: outbox }),
  live: liveSlice(world),
  outbox: outboxSlice(world, outbox),
  readings: readingsSlice(world, journal),
  rehearsal: rehearsalSlice(world),
  roles: rolesSlice(world),
  rules: rulesSlice(world, { boxes: devices, post: outbox }),
  sessions: sessionsSlice(world),
  tags: tagsSlice(world),
  templates: templatesSlice(world),
  terminals: terminalsSlice(world, devices),
  users: usersSlice(world, accounts(world, outbox)),
})
