import { RULE_KINDS } from '@steading/contract/rules'
import type { DeploymentStatus, EventConfiguration, Rule, RuleDetails, RuleKind } from '@steading/contract/rules'
import type { Translate } from '@steading/locales/text'
import { mayDo } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { NotFound } from '../platform/failures.ts'
import { say, wordingOf } from '../platform/wording.ts'
import type { Deployment } from './deployment.ts'
import { authorsOf, interfacesOfRule } from './rules.sql.ts'
import type { RuleRow } from './rules.sql.ts'

const kinds = Object.keys(RULE_KINDS) as RuleKind[] // safe: the table's own keys

/** The kinds of rules that somebody may see, of those asked for. */
export const kindsFor = (actor: Actor, asked?: RuleKind): RuleKind[] =>
  kinds.filter(kind => (asked === undefined || kind === asked) && mayDo(actor, RULE_KINDS[kind]))

/** The rule, if its kind is one that the actor may see: else it is not there. */
export function visible(actor: Actor, row: RuleRow | undefined): RuleRow {
  const rule = found(row)
  if (!kindsFor(actor).includes(kindOf(rule))) throw new NotFound()
  return rule
}

const kindOf = (row: RuleRow) => row.kind as RuleKind // safe: the column's check

export const deploymentOf = (row: RuleRow): Deployment => ({
  status: row.deployment_status as DeploymentStatus, // safe: the column's check
  wanted: row.wanted,
  wantedHash: row.wanted_hash,
  runningVersion: row.running_version,
  runningHash: row.running_hash,
  waitingSince: row.waiting_since,
  message: row.deployment_message,
  wording: wordingOf(row.deployment_wording),
})

export const present = (row: RuleRow, t: Translate): Rule => {
  const wording = wordingOf(row.deployment_wording)
  return {
    id: row.id,
    displayName: row.display_name,
    kind: kindOf(row),
    template: row.template as Rule['template'], // safe: the engines' names, from the first template on
    rootEntity: row.rootEntity,
    sector: row.sector,
    terminal:
      row.terminal_id !== null && row.terminalName !== null
        ? {
            id: row.terminal_id,
            displayName: row.terminalName,
            timeZone: row.terminalZone ?? 'UTC',
            connected: row.connected ?? false,
          }
        : null,
    status: row.status as Rule['status'], // safe: the column's check
    deploymentStatus: row.deployment_status as DeploymentStatus, // safe: the column's check
    deploymentMessage: wording ? say(t, wording) : row.deployment_message,
    ruleVersion: row.body_version,
    runningVersion: row.terminal_id === null ? (row.wanted ? row.body_version : null) : row.running_version,
    isSystemRule: row.is_system,
    lastUpdateTimestampUtc: row.updated_at.toISOString(),
    version: row.version,
  }
}

export async function details(work: Work, row: RuleRow, t: Translate): Promise<RuleDetails> {
  const authors = found(await authorsOf(work, row.id))
  const interfaces = await interfacesOfRule(work, row.id)
  return {
    ...present(row, t),
    autoClose: row.auto_close,
    eventConfiguration: row.event as EventConfiguration | null, // safe: createRule parsed it
    body: row.body,
    interfaces: interfaces.map(one => ({ ...one, role: one.role as 'IN' | 'OUT' })), // safe: the column's check
    requestedUtc: row.requested_at?.toISOString() ?? null,
    reportedUtc: row.reported_at?.toISOString() ?? null,
    ...authors,
    creationTimestampUtc: row.created_at.toISOString(),
  }
}
