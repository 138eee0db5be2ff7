import { sql } from 'kysely'
import { groupByPosition, createBatchLoader } from '../platform/database/batchLoader.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { InterfaceLabel } from './cause.ts'

export interface EventRule {
  readonly id: string
  readonly terminalId: string | null
  readonly displayName: string
  readonly kind: string
  readonly version: number
  readonly event: unknown
  readonly entityId: string
  readonly severity: string | null
}

/** The rule of an effect: of this terminal, or a global one (null). */
export const eventRule = createBatchLoader(
  async (
    work,
    all: readonly { readonly id: string; readonly terminalId: string | null }[],
  ): Promise<(EventRule | undefined)[]> => {
    const { rows: found } = await sql<EventRule & { at: number }>`
      select asked.at::int as at, rules.id, rules.terminal_id as "terminalId", display_name as "displayName", kind, body_version as version,
        event, coalesce(sector_id, entity_id) as "entityId", body -> 'event' ->> 'severityLevel' as severity
      from unnest(${all.map(one => one.id)}::bigint[], ${all.map(one => one.terminalId)}::bigint[])
          with ordinality as asked (id, terminal_id, at)
        join rules on rules.id = asked.id and rules.terminal_id is not distinct from asked.terminal_id`.execute(work.sql)
    return groupByPosition(all, found).map(([rule]) => rule)
  },
)

/** Event settings of a rule in one version. */
export const ruleVersion = (work: UnitOfWork, ruleId: string, version: number) =>
  work.sql
    .selectFrom('rule_versions')
    .select(['display_name as displayName', 'event', sql<string | null>`body -> 'event' ->> 'severityLevel'`.as('severity')])
    .where('rule_id', '=', ruleId)
    .where('body_version', '=', version)
    .executeTakeFirst()

/** An interface that a rule may reference; `eventEntityId`: entity of an event that it opens. */
export interface RuleInterface extends InterfaceLabel {
  readonly entityId: string
  readonly eventEntityId: string
}

/**
 * The interface, if the rule may reference it: it belongs to the terminal of the rule, or is assigned to the rule. An event belongs
 * to the entity of its sensor, where somebody has to go; a sensor above the rule's entity counts for the rule's entity.
 */
export const ruleInterface = createBatchLoader(
  async (work, all: readonly { readonly rule: EventRule; readonly id: string }[]): Promise<(RuleInterface | undefined)[]> => {
    const rules = all.map(one => one.rule)
    const { rows: found } = await sql<RuleInterface & { at: number }>`
      select asked.at::int as at, interfaces.id, interfaces.display_name as name, category, max, entity_id as "entityId",
        entities.display_name as place, case when own.path <@ entities.path then own.id else entities.id end as "eventEntityId"
      from unnest(${all.map(one => one.id)}::bigint[], ${rules.map(rule => rule.id)}::bigint[],
          ${rules.map(rule => rule.terminalId)}::bigint[], ${rules.map(rule => rule.entityId)}::bigint[])
          with ordinality as asked (id, rule_id, terminal_id, own_id, at)
        join interfaces on interfaces.id = asked.id
        join entities on entities.id = entity_id join entities own on own.id = asked.own_id
      where interfaces.terminal_id = asked.terminal_id
        or exists (select 1 from rule_interfaces named where named.rule_id = asked.rule_id and named.interface_id = interfaces.id)`.execute(
      work.sql,
    )
    return groupByPosition(all, found).map(([named]) => named)
  },
)

export const ruleEventConfiguration = async (work: UnitOfWork, ruleId: string) => {
  const row = await work.sql.selectFrom('rules').select('event').where('id', '=', ruleId).executeTakeFirst()
  return row?.event ?? null
}
