import { RULE_KINDS } from '@steading/contract/rules'
import { EventConfiguration } from '@steading/contract/rule-drafts'
import type { RuleEvent } from '@steading/contract/rule-drafts'
import type { Engine } from '@steading/contract/rule-templates'
import { RuleBody } from '@steading/contract/rulebody'
import type { DeploymentStatus, Rule, RuleCounts, RuleDetails, RuleKind } from '@steading/contract/rules'
import type { Translate } from '@steading/locales/text'
import { mayDo } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { NotFound } from '../platform/failures.ts'
import { templateOfRule } from '../templates/index.ts'
import { say, wordingOf } from '../platform/wording.ts'
import type { Deployment } from './deployment.ts'
import { isOver } from './range.ts'
import { authorsOf, interfacesOfRule, ruleOnce } from './rules.sql.ts'
import type { RuleRow } from './rules.sql.ts'
import { inputsTold } from './schedules.ts'

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

/** @throws NotFound where the caller may not see it; a deleted one is there still */
export const visibleRule = async (work: Work, id: string): Promise<RuleRow> => visible(work.actor, await ruleOnce(work, id))

export const kindOf = (row: Pick<RuleRow, 'kind'>) => row.kind as RuleKind // safe: the column's check

export const deploymentOf = (row: RuleRow): Deployment => ({
  status: row.deployment_status as DeploymentStatus, // safe: the column's check
  wanted: row.wanted,
  wantedHash: row.wanted_hash,
  runningVersion: row.running_version,
  runningHash: row.running_hash,
  awaitedRev: row.awaited_rev,
  waitingSince: row.waiting_since,
  message: row.deployment_message,
  wording: wordingOf(row.deployment_wording),
})

export const present = (work: Pick<Work, 'now'>, row: RuleRow, t: Translate): Rule => {
  return {
    id: row.id,
    displayName: row.display_name,
    kind: kindOf(row),
    template: engineOf(row),
    rootEntity: row.rootEntity,
    sector: row.sector,
    terminal:
      row.terminal_id !== null && row.terminalName !== null
        ? {
            id: row.terminal_id,
            displayName: row.terminalName,
            timeZone: row.terminalZone ?? 'UTC',
            connected: row.connected ?? false,
            retired: row.terminalRetiredAt !== null,
          }
        : null,
    status: row.status as Rule['status'], // safe: the column's check
    deploymentStatus: row.deployment_status as DeploymentStatus, // safe: the column's check
    deploymentMessage: messageOf(work, row, t),
    ruleVersion: row.body_version,
    runningVersion: row.terminal_id === null ? (row.wanted ? row.body_version : null) : row.running_version,
    isSystemRule: row.is_system,
    ruleGroups: row.ruleGroups,
    lastUpdateTimestampUtc: row.updated_at.toISOString(),
    version: row.version,
  }
}

/**
 * Why it stands where it does; of a new version that came to nothing also that the box goes on with the one before; of one in
 * service that its days are over.
 */
function messageOf({ now }: Pick<Work, 'now'>, row: RuleRow, t: Translate): string | null {
  if (row.deployment_status === 'DEPLOYED' && isOver(row, now.getTime())) return t('deploy.message.over')
  const wording = wordingOf(row.deployment_wording)
  const message = wording ? say(t, wording) : row.deployment_message
  if (row.deployment_status !== 'ERROR' || row.running_version === null || row.running_version === row.body_version)
    return message
  return [message, t('rule.boxRuns', { version: row.running_version })].filter(Boolean).join(' ')
}

const engineOf = (row: RuleRow) => row.template as Engine // safe: the engines' names, from the first template on

/** What its events are called and who hears of them, with what the engine knows of them. */
export function eventOf({ body, event }: { readonly body: unknown; readonly event: unknown }): RuleEvent | null {
  const parsed = RuleBody.safeParse(body).data
  if (event === null || !parsed || !('event' in parsed)) return null
  return { ...EventConfiguration.parse(event), ...parsed.event }
}

const isCyclical = (body: RuleBody | undefined) =>
  body !== undefined &&
  ('cycle' in body.inputs || (body.template === 'CLOUD_ALARM' && body.inputs.lines.some(line => line.isCyclical === true)))

export async function details(work: Work, row: RuleRow, t: Translate): Promise<RuleDetails> {
  const { deletedBy, ...authors } = found(await authorsOf(work, row.id))
  const interfaces = await interfacesOfRule(work, row.id)
  const event = eventOf(row)
  return {
    ...present(work, row, t),
    ruleTemplate: await templateOfRule(work, row.template_id, engineOf(row)),
    isCloudProcessor: row.terminal_id === null,
    isCyclical: isCyclical(RuleBody.safeParse(row.body).data),
    showAllInterfaces: row.show_all_interfaces,
    autoClose: row.auto_close,
    inputs: inputsTold(row, work.now.getTime()),
    eventConfiguration: event,
    interfaceIds: [...new Set(interfaces.map(one => one.id))],
    eventCategoryList: event ? [event.category] : [],
    eventSectorList: event && row.sector ? [row.sector] : [],
    body: row.body,
    interfaces: interfaces.map(({ terminalId, terminalName, dataType, safeValue, ...one }) => ({
      ...one,
      safeValue: safeValue !== null && dataType === 'BOOLEAN' ? safeValue !== 0 : safeValue,
      role: one.role as 'IN' | 'OUT', // safe: the column's check
      terminal: { id: terminalId, displayName: terminalName },
    })),
    requestedUtc: row.requested_at?.toISOString() ?? null,
    reportedUtc: row.reported_at?.toISOString() ?? null,
    deletedTimestamp: row.deleted_at?.toISOString() ?? null,
    deletedBy,
    ...authors,
    creationTimestampUtc: row.created_at.toISOString(),
  }
}

const NONE = { activeRules: 0, errorRules: 0, undeployedRules: 0, pendingRules: 0 } satisfies RuleCounts

const sumOf = (counts: readonly RuleCounts[]): RuleCounts =>
  counts.reduce(
    (sum, one) => ({
      activeRules: sum.activeRules + one.activeRules,
      errorRules: sum.errorRules + one.errorRules,
      undeployedRules: sum.undeployedRules + one.undeployedRules,
      pendingRules: sum.pendingRules + one.pendingRules,
    }),
    NONE,
  )

/** In all, and by category. */
export const countsOf = (byEngine: readonly (RuleCounts & { readonly category: string })[]) => ({
  ...sumOf(byEngine),
  categories: byEngine.map(one => ({ ...one, category: one.category as Engine })), // safe: the engines' names
})

/** By rule, as what it uses the interface. */
export const rolesFrom = (rows: readonly { readonly id: string; readonly role: string }[]) => (id: string) =>
  rows.filter(one => one.id === id).map(({ role }) => role as 'IN' | 'OUT') // safe: the column's check
