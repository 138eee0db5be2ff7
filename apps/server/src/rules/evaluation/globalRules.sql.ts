import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { samplingInterval } from '../../readings/index.ts'
import type { RegisterBase } from './registerBases.ts'

/** Global rules in service, with what they remembered last. */
export async function findGlobalRulesInService(work: UnitOfWork) {
  const { rows } = await sql<{
    id: string
    body: unknown
    generation: number
    state: unknown
    pos: string | null
    aliveAt: Date | null
    /** When the version that runs came into service. */
    runsFrom: Date | null
  }>`select rules.id, rules.body, rules.generation, rule_states.state, rule_states.pos::text as pos, rule_states.alive_at as "aliveAt",
      (select started_at from rule_runs where rule_runs.rule_id = rules.id and ended_at is null) as "runsFrom"
    from rules left join rule_states on rule_states.rule_id = rules.id
    where rules.terminal_id is null and rules.desired and rules.status = 'ENABLED' order by rules.id`.execute(work.sql)
  return rows
}

/** Where the interfaces of rules, and all others of the same boxes, hang; and which boxes are silent. */
export async function findWiring(work: UnitOfWork, interfaceIds: readonly string[]) {
  const { rows } = await sql<{ id: number; terminalId: string; silent: boolean }>`
    select interfaces.id::int as id, interfaces.terminal_id as "terminalId", links.silent_since is not null as silent
    from interfaces left join terminal_links links on links.terminal_id = interfaces.terminal_id
    where interfaces.terminal_id in (select terminal_id from interfaces where id = any(${[...interfaceIds]}::bigint[]))`.execute(
    work.sql,
  )
  return rows
}

/**
 * What bodies copy of these interfaces, as it is now. `isWaiting`: the box of the interface has yet to take up what is wanted of it.
 */
export const findInterfaceFacts = (work: UnitOfWork, ids: readonly string[]) =>
  work.sql
    .selectFrom('interfaces')
    .leftJoin('terminal_links as link', 'link.terminal_id', 'interfaces.terminal_id')
    .select([
      ...(['interfaces.id', 'interfaces.terminal_id as terminalId', 'interfaces.category'] as const),
      ...(['interfaces.data_type as dataType', 'interfaces.history'] as const),
      samplingInterval.as('every'),
      ...(['interfaces.modulus', 'interfaces.max_rate', 'interfaces.operation'] as const),
      sql<boolean>`coalesce(link.desired_rev > coalesce(link.reported_rev, 0), false)`.as('isWaiting'),
      sql<RegisterBase[]>`(select coalesce(json_agg(json_build_object('since', date_part('epoch', since) * 1000, 'base', base)
        order by since), '[]') from register_bases where interface_id = interfaces.id)`.as('bases'),
    ])
    .where('interfaces.id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .execute()

export interface RuleGeneration {
  readonly id: string
  readonly generation: number
}

/** Those that are in service still, for the same time; none of them leaves it before the work is done. */
export async function lockRulesInService(work: UnitOfWork, rules: readonly RuleGeneration[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select rules.id from rules
    join unnest(${rules.map(rule => rule.id)}::bigint[], ${rules.map(rule => rule.generation)}::int[]) as asked (id, generation)
      on asked.id = rules.id and asked.generation = rules.generation
    where rules.desired order by rules.id for share of rules`.execute(work.sql)
  return new Set(rows.map(row => row.id))
}

export interface SavedState {
  readonly id: string
  readonly version: number
  readonly state: string
}

/** What rules remember as of a place in the journal. */
export const saveStates = (work: UnitOfWork, states: readonly SavedState[], pos: number) =>
  sql`insert into rule_states (rule_id, body_version, state, pos, alive_at)
    select id, version, state::jsonb, ${pos}, ${work.now}
    from unnest(${states.map(state => state.id)}::bigint[], ${states.map(state => state.version)}::int[], ${states.map(state => state.state)}::text[])
      as kept (id, version, state)
    on conflict (rule_id) do update
      set body_version = excluded.body_version, state = excluded.state, pos = excluded.pos, alive_at = excluded.alive_at`.execute(
    work.sql,
  )

/** Nothing changed in these since, up to this place. */
export const savePositions = (work: UnitOfWork, ids: readonly string[], pos: number) =>
  work.sql
    .updateTable('rule_states')
    .set({ pos, alive_at: work.now })
    .where('rule_id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .execute()

/** What it remembers ends with its time in service; who still has it in mind writes nothing of it any more. */
export async function endGeneration(work: UnitOfWork, id: string) {
  await work.sql
    .updateTable('rules')
    .set(eb => ({ generation: eb('generation', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await work.sql.deleteFrom('rule_states').where('rule_id', '=', id).execute()
}

/** The engine cannot run it. */
export const markFailed = async (work: UnitOfWork, id: string, why: string) => {
  const row = await work.sql
    .updateTable('rules')
    .set({ deployment_status: 'ERROR', deployment_message: why, deployment_wording: null, desired: false })
    .where('id', '=', id)
    .returning(['entity_id', 'kind'])
    .executeTakeFirst()
  await endGeneration(work, id)
  return row
}

export interface JournalRow {
  readonly pos: number
  readonly interfaceId: number
  readonly ts: number
  readonly seq: number
  readonly value: number | null
  readonly text: string | null
  readonly flags: number
}

const columns = sql`pos::float8 as pos, interface_id as "interfaceId", (extract(epoch from ts) * 1000)::float8 as ts,
  seq::float8 as seq, value, text, flags`

/** Readings of these interfaces, of the journal's places after `from` up to `to`. */
export async function readingsBetween(work: UnitOfWork, ids: readonly number[], from: number, to: number) {
  const { rows } = await sql<JournalRow>`select ${columns} from journal
    where pos > ${from} and pos <= ${to} and interface_id = any(${[...ids]}::int[])
    order by pos, interface_id, epoch, seq`.execute(work.sql)
  return rows
}

/** Readings of these interfaces from `from` until before `to` (ms UTC), in the order of the engine. */
export async function readingsInSpan(work: UnitOfWork, ids: readonly number[], from: number, to: number) {
  const { rows } = await sql<JournalRow>`select ${columns} from readings
    where interface_id = any(${[...ids]}::int[]) and ts >= ${new Date(from)} and ts < ${new Date(to)}
    order by ts, interface_id::text collate "C", seq`.execute(work.sql)
  return rows
}

/** When events of a rule lasted, of those that touch the time from `from` on. */
export async function findEventSpans(work: UnitOfWork, ruleId: string, from: number) {
  const { rows } = await sql<{ from: number; to: number | null }>`
    select (extract(epoch from open_date) * 1000)::float8 as "from", (extract(epoch from close_date) * 1000)::float8 as "to"
    from events where rule_id = ${ruleId} and source = 'RULE' and (close_date is null or close_date >= ${new Date(from)})`.execute(
    work.sql,
  )
  return rows
}

/** What interfaces said last, as of which place in the journal at least. */
export async function findLastValues(work: UnitOfWork, ids: readonly string[]) {
  const { rows } = await sql<JournalRow>`
    select 0::float8 as pos, interface_id::int as "interfaceId", (extract(epoch from ts) * 1000)::float8 as ts, 0::float8 as seq,
      value, text, flags from last_values where interface_id = any(${[...ids]}::bigint[])`.execute(work.sql)
  const projection = await work.sql.selectFrom('projections').select('pos').where('name', '=', 'rollups').executeTakeFirst()
  return { rows, pos: Number(projection?.pos ?? 0) }
}

/** What outputs were last sent, for good. */
export async function findLastCommands(work: UnitOfWork, ids: readonly string[]) {
  const { rows } = await sql<{ interfaceId: string; value: number | boolean | string }>`
    select distinct on (interface_id) interface_id as "interfaceId", value from commands
    where interface_id = any(${[...ids]}::bigint[]) and state = 'DONE' order by interface_id, issued_at desc`.execute(work.sql)
  return rows
}
