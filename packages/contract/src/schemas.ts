import { z } from 'zod'
import * as attachments from './attachments.ts'
import * as audit from './audit.ts'
import * as batches from './batches.ts'
import * as billing from './billing.ts'
import * as channels from './channels.ts'
import * as dashboards from './dashboards.ts'
import * as dials from './dials.ts'
import * as drills from './drills.ts'
import * as entities from './entities.ts'
import * as escalation from './escalation.ts'
import * as eventKinds from './event-kinds.ts'
import * as events from './events.ts'
import * as failure from './failure.ts'
import * as groups from './groups.ts'
import * as health from './health.ts'
import * as heartbeat from './heartbeat.ts'
import * as interfaces from './interfaces.ts'
import * as ledger from './ledger.ts'
import * as live from './live.ts'
import * as operators from './operators.ts'
import * as outbox from './outbox.ts'
import * as permissions from './permissions.ts'
import * as readings from './readings.ts'
import * as rehearsal from './rehearsal.ts'
import * as roles from './roles.ts'
import * as ruleBody from './rulebody.ts'
import * as ruleKinds from './rule-kinds.ts'
import * as rules from './rules.ts'
import * as sessions from './sessions.ts'
import * as tags from './tags.ts'
import * as templateInputs from './template-inputs.ts'
import * as templates from './templates.ts'
import * as terminals from './terminals.ts'
import * as users from './users.ts'
import * as virtual from './virtual.ts'
import * as widgets from './widgets.ts'

const modules: readonly Readonly<Record<string, unknown>>[] = [
  ...[
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
  ],
  ...[groups, health, heartbeat, interfaces, ledger, live, operators, outbox, permissions, readings, rehearsal, roles, ruleBody],
  ...[ruleKinds, rules, sessions, tags, templateInputs, templates, terminals, users, virtual, widgets],
]

/** Kinds of schema that are worth a name of their own: a client makes a type of each. */
const kinds = new Set(['object', 'union', 'enum', 'record', 'intersection'])
const isNamed = (value: unknown): value is z.ZodType => value instanceof z.ZodType && kinds.has(value.def.type)

/**
 * The schemas of the API by the names under which the contract exports them.
 * @throws Error when two different schemas share a name
 */
export function namedSchemas(): ReadonlyMap<string, z.ZodType> {
  const named = new Map<string, z.ZodType>()
  for (const [name, value] of modules.flatMap(Object.entries)) {
    if (!isNamed(value) || !/^[A-Z]/.test(name)) continue
    if ((named.get(name) ?? value) !== value) throw new Error(`two schemas are exported as ${name}`)
    named.set(name, value)
  }
  return named
}
