import type { WarningAnswer, WarningKind } from '@steading/contract/production/earlyWarning'
import type { BatchRef } from '@steading/contract/production/batchRef'
import type { PageQuery } from '@steading/contract/http/paging'
import type { WarningState } from '@steading/production/earlyWarning'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { atOrBelow, inScope, inSubtrees } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** Open batches in houses that are watched. */
export async function batchesToWatch(work: UnitOfWork): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select batches.id::text as id from batches
    where close_date is null and not exists (select 1 from unwatched_houses off where off.entity_id = batches.entity_id)
    order by batches.id`.execute(work.sql)
  return rows.map(({ id }) => id)
}

/** Warnings that go on although their batch has ended or their house is no longer watched, with the batch. */
export async function endedWarnings(work: UnitOfWork) {
  const { rows } = await sql<{ eventId: string; kind: WarningKind; batchId: string }>`
    select warning.event_id::text as "eventId", warning.kind, events.subject_id as "batchId"
    from early_warnings warning join events on events.id = warning.event_id
      left join batches on batches.id = events.subject_id::bigint
    where warning.ended_at is null and (batches.id is null or batches.close_date is not null
      or exists (select 1 from unwatched_houses off where off.entity_id = warning.entity_id))`.execute(work.sql)
  return rows
}

/** What the evaluation of a batch knows; locked until the end of the transaction. */
export async function storedState(work: UnitOfWork, batchId: string, kind: WarningKind): Promise<WarningState | undefined> {
  const row = await work.sql
    .selectFrom('early_warning_states')
    .select('state')
    .where('batch_id', '=', batchId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  return row?.state as WarningState | undefined // safe: only storeState writes it
}

export async function storeState(
  work: UnitOfWork,
  { batchId, kind }: { readonly batchId: string; readonly kind: WarningKind },
  { state, score, deviation }: { state: WarningState; score: number | null; deviation: number | null },
) {
  const values = { state: JSON.stringify(state), score, deviation }
  await work.sql
    .insertInto('early_warning_states')
    .values({ batch_id: batchId, kind, ...values })
    .onConflict(conflict => conflict.columns(['batch_id', 'kind']).doUpdateSet(values))
    .execute()
}

export interface NewWarning {
  readonly eventId: string
  readonly entityId: string
  readonly kind: WarningKind
  readonly direction: 'HIGH' | 'LOW'
  readonly score: number
  readonly deviation: number
  readonly openedAt: Date
}

export const insertWarning = (work: UnitOfWork, warning: NewWarning) =>
  work.sql
    .insertInto('early_warnings')
    .values({
      event_id: warning.eventId,
      entity_id: warning.entityId,
      kind: warning.kind,
      direction: warning.direction,
      score: warning.score,
      deviation: warning.deviation,
      opened_at: warning.openedAt,
    })
    .onConflict(conflict => conflict.column('event_id').doNothing())
    .execute()

/** Ends the warnings of a batch that go on. */
export const endWarnings = (work: UnitOfWork, batchId: string, kind: WarningKind, at: Date) =>
  sql`update early_warnings warning set ended_at = ${at} from events
    where events.id = warning.event_id and warning.ended_at is null and warning.kind = ${kind} and events.subject_id = ${batchId}
      and events.problem = ${`${kind}_WARNING`}`.execute(work.sql)

/**
 * What is known of a warning: the answer that was given to it, else what the review of its closed event found. The review adapts no
 * habit, as it says nothing about the use to come.
 */
const knownAnswer = (warning: string) =>
  sql<WarningAnswer | null>`coalesce(nullif(${sql.ref(`${warning}.answer`)}, 'UNKNOWN'),
    (select case events.finding when 'SOMETHING' then 'YES' when 'NOTHING' then 'NO' end from events
      where events.id = ${sql.ref(`${warning}.event_id`)} and events.status = 'CLOSED'),
    ${sql.ref(`${warning}.answer`)})`

/** The answer that was given to the last warning of a batch; null: none, or not answered. */
export async function lastAnswer(work: UnitOfWork, batchId: string, kind: WarningKind): Promise<WarningAnswer | null> {
  const { rows } = await sql<{ answer: WarningAnswer | null }>`select warning.answer from early_warnings warning
      join events on events.id = warning.event_id
    where warning.kind = ${kind} and events.problem = ${`${kind}_WARNING`} and events.subject_id = ${batchId}
    order by warning.opened_at desc limit 1`.execute(work.sql)
  return rows[0]?.answer ?? null
}

const warnings = (work: UnitOfWork) =>
  work.sql
    .selectFrom('early_warnings')
    .selectAll('early_warnings')
    .select([personReference('early_warnings.answered_by').as('answeredBy'), knownAnswer('early_warnings').as('knownAnswer')])
    .where(inScope(work, 'early_warnings.entity_id'))
export type WarningRow = NonNullable<Awaited<ReturnType<typeof warningOfEvent>>>

export const warningOfEvent = (work: UnitOfWork, eventId: string) =>
  warnings(work).where('early_warnings.event_id', '=', eventId).executeTakeFirst()

export const lockWarning = (work: UnitOfWork, eventId: string) =>
  warnings(work).where('early_warnings.event_id', '=', eventId).forUpdate('early_warnings').executeTakeFirst()

/** The title of an event, and the batch of one that is a warning; tickets are no warnings. */
export const warnedBatch = (work: UnitOfWork, eventId: string) =>
  work.sql
    .selectFrom('events')
    .select(['subject_id as batchId', 'title'])
    .where('id', '=', eventId)
    .where('category', 'not like', 'HELPDESK%')
    .where(inScope(work, 'events.entity_id'))
    .executeTakeFirst()

export const setAnswer = (work: UnitOfWork, eventId: string, to: { readonly answer: WarningAnswer; readonly finding: string }) =>
  work.sql
    .updateTable('early_warnings')
    .set({ ...to, answered_at: work.now, answered_by: work.actor.id })
    .where('event_id', '=', eventId)
    .execute()

export const isWatched = async (work: UnitOfWork, entityId: string): Promise<boolean> =>
  (await work.sql.selectFrom('unwatched_houses').select('entity_id').where('entity_id', '=', entityId).executeTakeFirst()) ===
  undefined

export async function setWatched(work: UnitOfWork, entityId: string, enabled: boolean) {
  if (enabled) await work.sql.deleteFrom('unwatched_houses').where('entity_id', '=', entityId).execute()
  else
    await work.sql
      .insertInto('unwatched_houses')
      .values({ entity_id: entityId, since: work.now, set_by: work.actor.id })
      .onConflict(conflict => conflict.column('entity_id').doNothing())
      .execute()
}

const count = (kind: WarningKind, since: Date, condition = sql`true`) =>
  sql<number>`(select count(*)::int from early_warnings warning where warning.entity_id = entities.id and warning.kind = ${kind}
    and warning.opened_at >= ${since} and ${condition})`
const isAnswered = (answer: WarningAnswer) => sql`${knownAnswer('warning')} = ${answer}`
const deviationOf = (kind: WarningKind) =>
  sql<number | null>`(select deviation from early_warning_states state where state.batch_id = open.id and state.kind = ${kind})`

/** Houses with an open batch, or with warnings since then. */
export function searchHouses(
  work: UnitOfWork,
  pageQuery: PageQuery,
  filter: { readonly entityId?: string | undefined; readonly enabled?: boolean | undefined; readonly since: Date },
) {
  const { entityId, enabled, since } = filter
  const isOn = sql<boolean>`not exists (select 1 from unwatched_houses off where off.entity_id = entities.id)`
  let query = work.sql
    .selectFrom('entities')
    .leftJoin('batches as open', join => join.onRef('open.entity_id', '=', 'entities.id').on('open.close_date', 'is', null))
    .innerJoin(sql<{ entity_id: string }>`lateral (select entities.id as entity_id)`.as('house'), join => join.onTrue())
    .where('entities.type', '=', 'SECTOR')
    .where(inSubtrees(work.actor, sql.ref('entities.path')))
    .where(
      sql<SqlBool>`(open.id is not null or exists (select 1 from early_warnings warning
        where warning.entity_id = entities.id and warning.opened_at >= ${since}))`,
    )
    .select([
      'entities.id',
      entityRef('entity_id', 'house').as('entity'),
      isOn.as('enabled'),
      sql<BatchRef | null>`case when open.id is not null then json_build_object('id', open.id::text, 'code', open.code) end`.as(
        'batch',
      ),
      sql<boolean>`coalesce((select details @? '$[*].dailyFeed' from production_curves curve
        where curve.id = open.production_curve_id), false)`.as('hasExpectation'),
      deviationOf('WATER').as('waterDeviation'),
      deviationOf('FEED').as('feedDeviation'),
      count('WATER', since).as('waterWarnings'),
      count('WATER', since, isAnswered('YES')).as('waterRight'),
      count('WATER', since, isAnswered('NO')).as('waterWrong'),
      count('FEED', since).as('feedWarnings'),
      count('FEED', since, isAnswered('YES')).as('feedRight'),
      count('FEED', since, isAnswered('NO')).as('feedWrong'),
    ])
  if (entityId) query = query.where(atOrBelow(sql.ref('entities.id'), entityId))
  if (enabled !== undefined) query = query.where(sql<SqlBool>`${isOn} = ${enabled}`)
  return fetchPage(work, query, pageQuery, { name: 'entities.name', id: 'entities.id' }, 'entities.id', row => row)
}

export type HouseRow = Awaited<ReturnType<typeof searchHouses>>['content'][number]
