import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

const journalEffects = (work: UnitOfWork, from: number, to: number) =>
  work.sql
    .selectFrom('effects')
    .select(['pos', 'terminal_id as terminalId', 'epoch', 'seq', 'ts', 'late', 'body'])
    .where('pos', '>', String(from))
    .where('pos', '<=', String(to))
    .orderBy('pos')
    .orderBy('terminal_id')
    .orderBy('epoch')
    .orderBy('seq')

/** Effects of rules on boxes at journal positions after `from` up to `to`, in order. */
export const effectsBetween = (work: UnitOfWork, from: number, to: number) => journalEffects(work, from, to).execute()
export type BoxEffect = Awaited<ReturnType<typeof effectsBetween>>[number]

/**
 * Effects of rules that are CRITICAL in the version of the effect: up to `limit`, plus the rest of the last position; with the
 * enterprise of each.
 */
export const criticalEffects = (work: UnitOfWork, from: number, to: number, limit: number) => {
  const critical = journalEffects(work, from, to).where(
    sql<SqlBool>`exists (select 1 from rule_versions said
      where said.rule_id = case when effects.body ->> 'rule' ~ '^[1-9][0-9]{0,17}$' then (effects.body ->> 'rule')::bigint end
        and said.body_version = case when effects.body ->> 'ver' ~ '^[0-9]{1,9}$' then (effects.body ->> 'ver')::int end
        and said.body -> 'event' ->> 'severityLevel' = 'CRITICAL')`,
  )
  return critical
    .select(
      sql<string | null>`(select top.id::text from boxes box join entities place on place.id = box.entity_id
        cross join lateral unnest(path_ids(place.path)) as up (id) join entities top on top.id = up.id where box.id = effects.terminal_id
        order by (top.type = 'ENTERPRISE') desc, nlevel(top.path) desc limit 1)`.as('enterprise'),
    )
    .where(eb =>
      eb(
        'pos',
        '<=',
        work.sql
          .selectFrom(critical.clearSelect().select('pos').limit(limit).as('some'))
          .select(({ fn }) => fn.max('some.pos').as('last')),
      ),
    )
    .execute()
}

/** Does the box have gaps in its stored sequence numbers? Then its backlog is incomplete. */
export async function hasSequenceGaps(work: UnitOfWork, terminalId: string) {
  const { rows } = await sql<{ owes: boolean }>`
    select coalesce(bool_or(range_merge(stored)::int8multirange <> stored), false) as owes
    from sequences join terminal_links using (terminal_id, epoch)
    where terminal_id = ${terminalId}`.execute(work.sql)
  return rows[0]?.owes ?? false
}
