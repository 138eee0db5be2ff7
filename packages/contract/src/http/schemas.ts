import { z } from 'zod'
import * as apiAccess from '../apiAccess/apiAccess.ts'
import * as attachments from '../attachments.ts'
import * as audit from '../users/audit.ts'
import * as batches from '../production/batches.ts'
import * as billing from '../production/billing.ts'
import * as channels from '../events/channels.ts'
import * as dashboards from '../widgets/dashboards.ts'
import * as dials from '../users/dials.ts'
import * as drills from '../events/drills.ts'
import * as entities from '../entities/entities.ts'
import * as escalation from '../events/escalation.ts'
import * as eventKinds from '../events/kinds.ts'
import * as events from '../events/events.ts'
import * as failure from './failure.ts'
import * as groups from '../entities/groups.ts'
import * as health from '../health.ts'
import * as heartbeat from '../events/heartbeat.ts'
import * as interfaces from '../devices/interfaces.ts'
import * as ledger from '../rules/ledger.ts'
import * as live from '../devices/live.ts'
import * as operators from '../rules/operators.ts'
import * as outbox from '../events/outbox.ts'
import * as permissions from '../users/permissions.ts'
import * as readings from '../devices/readings.ts'
import * as rehearsal from '../rules/rehearsal.ts'
import * as roles from '../users/roles.ts'
import * as ruleBody from '../rules/body.ts'
import * as ruleKinds from '../rules/kinds.ts'
import * as rules from '../rules/rules.ts'
import * as sessions from '../users/sessions.ts'
import * as subscriptions from '../apiAccess/subscriptions.ts'
import * as tags from '../entities/tags.ts'
import * as templateInputs from '../rules/templateInputs.ts'
import * as templates from '../rules/templates.ts'
import * as terminals from '../devices/terminals.ts'
import * as users from '../users/users.ts'
import * as virtual from '../devices/virtual.ts'
import * as widgets from '../widgets/widgets.ts'

const modules: readonly Readonly<Record<string, unknown>>[] = [
  apiAccess,
  attachments,
  audit,
  batches,
  billing,
  channels,
  dashboards,
  dials,
  drills,
  entities,
  escalation,
  eventKinds,
  events,
  failure,
  groups,
  health,
  heartbeat,
  interfaces,
  ledger,
  live,
  operators,
  outbox,
  permissions,
  readings,
  rehearsal,
  roles,
  ruleBody,
  ruleKinds,
  rules,
  sessions,
  subscriptions,
  tags,
  templateInputs,
  templates,
  terminals,
  users,
  virtual,
  widgets,
]

/** Kinds of schema that are worth a name of their own: a client makes a type of each. */
const kinds = new Set(['object', 'union', 'enum', 'record', 'intersection'])
const isNamed = (value: unknown): value is z.ZodType => value instanceof z.ZodType && kinds.has(value.def.type)

/**
 * The schemas of the API by the names under which the contract exports them.
 * @throws Error when two different schemas share a name
 */
export function namedSchemas(): ReadonlyMap<string, z.ZodType> {
  const schemasById = new Map<string, z.ZodType>()
  for (const [name, value] of modules.flatMap(Object.entries)) {
    if (!isNamed(value) || !/^[A-Z]/.test(name)) continue
    if ((schemasById.get(name) ?? value) !== value) throw new Error(`two schemas are exported as ${name}`)
    schemasById.set(name, value)
  }
  return schemasById
}
