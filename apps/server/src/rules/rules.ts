import { RULE_KINDS } from '@steading/contract/rules/rules'
import { EventConfiguration } from '@steading/contract/rules/drafts'
import type { RuleEvent } from '@steading/contract/rules/drafts'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import { RuleBody } from '@steading/contract/rules/body'
import type { Rule, RuleCounts, RuleDetails, RuleKind } from '@steading/contract/rules/rules'
import type { Translate } from '@steading/locales/text'
import { isPermitted } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import { templateOfRule } from '../templates/index.ts'
import { translateWording, wordingFromColumn } from '../platform/text/wording.ts'
import type { Deployment } from './deployment/deployment.ts'
import { isExpired } from './authoring/rangeChecks.ts'
import { authorsOf, interfacesOfRule, ruleEvenDeleted } from './rules.sql.ts'
import type { RuleRow } from './rules.sql.ts'
import { presentInputs } from './authoring/schedules.ts'

const kinds = Object.keys(RULE_KINDS) as RuleKind[] // safe: the table's own keys

/** Those of these kinds of rules that the actor may see. */
export const kindsFor = (actor: Actor, asked?: RuleKind): RuleKind[] =>
  kinds.filter(kind => (asked === undefined || kind === asked) && isPermitted(actor, RULE_KINDS[kind]))

/** The rule, if the actor may see its kind. @throws NotFound */
export function visible(actor: Actor, row: RuleRow | undefined): RuleRow {
  const rule = orNotFound(row)
  if (!kindsFor(actor).includes(kindOf(rule))) throw new NotFound()
  return rule
}

/** The rule, deleted or not. @throws NotFound where the caller may not see it */
export const visibleRule = async (work: UnitOfWork, id: string): Promise<RuleRow> =>
  visible(work.actor, await ruleEvenDeleted(work, id))

export const kindOf = (row: Pick<RuleRow, 'kind'>) => row.kind

export const deploymentOf = (row: RuleRow): Deployment => ({
  status: row.deployment_status,
  desired: row.desired,
  desiredHash: row.desired_hash,
  runningVersion: row.running_version,
  runningHash: row.running_hash,
  awaitedRev: row.awaited_rev,
  waitingSince: row.waiting_since,
  message: row.deployment_message,
  wording: wordingFromColumn(row.deployment_wording),
})

export const present = (work: Pick<UnitOfWork, 'now'>, row: RuleRow, t: Translate): Rule => {
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
    status: row.status,
    deploymentStatus: row.deployment_status,
    deploymentMessage: messageOf(work, row, t),
    ruleVersion: row.body_version,
    runningVersion: row.terminal_id === null ? (row.desired ? row.body_version : null) : row.running_version,
    isSystemRule: row.is_system,
    ruleGroups: row.ruleGroups,
    lastUpdateTimestampUtc: row.updated_at.toISOString(),
    version: row.version,
  }
}

/**
 * Reason of the deployment status. After the failure of a new version it adds that the box runs the previous one; of a deployed
 * rule that its days are over.
 */
function messageOf({ now }: Pick<UnitOfWork, 'now'>, row: RuleRow, t: Translate): string | null {
  if (row.deployment_status === 'DEPLOYED' && isExpired(row, now.getTime())) return t('deploy.message.over')
  const wording = wordingFromColumn(row.deployment_wording)
  const message = wording ? translateWording(t, wording) : row.deployment_message
  if (row.deployment_status !== 'ERROR' || row.running_version === null || row.running_version === row.body_version)
    return message
  return [message, t('rule.boxRuns', { version: row.running_version })].filter(Boolean).join(' ')
}

const engineOf = (row: RuleRow) => row.template as Engine // safe: the engines' names, from the first template on

/** Title and recipients of the events of a rule, with what the engine adds. */
export function eventOf({ body, event }: { readonly body: unknown; readonly event: unknown }): RuleEvent | null {
  const parsed = RuleBody.safeParse(body).data
  if (event === null || !parsed || !('event' in parsed)) return null
  return { ...EventConfiguration.parse(event), ...parsed.event }
}

const isCyclical = (body: RuleBody | undefined) =>
  body !== undefined &&
  ('cycle' in body.inputs || (body.template === 'CLOUD_ALARM' && body.inputs.lines.some(line => line.isCyclical === true)))

export async function details(work: UnitOfWork, row: RuleRow, t: Translate): Promise<RuleDetails> {
  const { deletedBy, ...authors } = orNotFound(await authorsOf(work, row.id))
  const interfaces = await interfacesOfRule(work, row.id)
  const event = eventOf(row)
  return {
    ...present(work, row, t),
    ruleTemplate: await templateOfRule(work, row.template_id, engineOf(row)),
    isCloudProcessor: row.terminal_id === null,
    isCyclical: isCyclical(RuleBody.safeParse(row.body).data),
    showAllInterfaces: row.show_all_interfaces,
    autoClose: row.auto_close,
    inputs: presentInputs(row, work.now.getTime()),
    eventConfiguration: event,
    interfaceIds: [...new Set(interfaces.map(item => item.id))],
    eventCategoryList: event ? [event.category] : [],
    eventSectorList: event && row.sector ? [row.sector] : [],
    body: row.body,
    interfaces: interfaces.map(({ terminalId, terminalName, dataType, safeValue, ...one }) => ({
      ...one,
      safeValue: safeValue !== null && dataType === 'BOOLEAN' ? safeValue !== 0 : safeValue,
      role: one.role,
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
    (sum, count) => ({
      activeRules: sum.activeRules + count.activeRules,
      errorRules: sum.errorRules + count.errorRules,
      undeployedRules: sum.undeployedRules + count.undeployedRules,
      pendingRules: sum.pendingRules + count.pendingRules,
    }),
    NONE,
  )

/** Total, and numbers by category. */
export const countsOf = (byEngine: readonly (RuleCounts & { readonly category: string })[]) => ({
  ...sumOf(byEngine),
  categories: byEngine.map(one => ({ ...one, category: one.category as Engine })), // safe: the engines' names
})

/** Roles in which each rule uses the interface. */
export const rolesFrom = (rows: readonly { readonly id: string; readonly role: string }[]) => (id: string) =>
  rows.filter(row => row.id === id).map(({ role }) => role as 'IN' | 'OUT') // safe: the column's check
