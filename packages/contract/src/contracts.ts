import { audit } from './audit.ts'
import { batches } from './batches.ts'
import { dashboards } from './dashboards.ts'
import { dials } from './dials.ts'
import { drills } from './drills.ts'
import { entities } from './entities.ts'
import { escalation } from './escalation.ts'
import { events } from './events.ts'
import { groups } from './groups.ts'
import { health } from './health.ts'
import { heartbeat } from './heartbeat.ts'
import { interfaces } from './interfaces.ts'
import { ledger } from './ledger.ts'
import { live } from './live.ts'
import { outbox } from './outbox.ts'
import { readings } from './readings.ts'
import { rehearsal } from './rehearsal.ts'
import { roles } from './roles.ts'
import { rules } from './rules.ts'
import { sessions } from './sessions.ts'
import { tags } from './tags.ts'
import { templates } from './templates.ts'
import { terminals } from './terminals.ts'
import { users } from './users.ts'

/** Every contract by its stem: what the server serves, OpenAPI tells and the tests walk. */
export const contracts = {
  audit,
  batches,
  dashboards,
  dials,
  drills,
  entities,
  escalation,
  events,
  groups,
  health,
  heartbeat,
  interfaces,
  ledger,
  live,
  outbox,
  readings,
  rehearsal,
  roles,
  rules,
  sessions,
  tags,
  templates,
  terminals,
  users,
}

export { VERSION } from './version.ts'
