import type { EntityRef } from '@steading/contract/entities/entityRef'
import type { PageQuery } from '@steading/contract/http/paging'
import { AlarmPlanContent } from '@steading/contract/protection/alarmPlan'
import type { TestIntervals, TestPath, TestResult } from '@steading/contract/protection/paths'
import type { NewGeneratorRun, NewSiteTest } from '@steading/contract/protection/register'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { z } from 'zod'
import { entityRef } from '../entities/index.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { atOrBelow, inScope, within } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

export interface RegisterQuery {
  readonly entityId?: string | undefined
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
}

const houseRef = sql<EntityRef>`json_build_object('id', entities.id::text, 'name', entities.name,
  'displayName', entities.display_name, 'type', entities.type)`

/** Houses at or below the place. */
export const searchHouses = (work: UnitOfWork, asked: PageQuery & RegisterQuery) =>
  fetchPage(
    work,
    work.sql
      .selectFrom('entities')
      .select(['entities.id', 'entities.time_zone as timeZone', houseRef.as('entity')])
      .where('entities.type', '=', 'SECTOR')
      .where(within(work.actor, sql.ref('entities.id')))
      .where(asked.entityId ? atOrBelow(sql.ref('entities.id'), asked.entityId) : sql<SqlBool>`true`),
    asked,
    { displayName: 'entities.display_name', id: 'entities.id' },
    'entities.id',
    row => row,
  )

/** Intervals of the plan in force at each of these places. Needs system scope. */
export async function intervalsAt(whole: UnitOfWork, ids: readonly string[]): Promise<Map<string, TestIntervals>> {
  const { rows } = await sql<{ id: string; intervals: unknown }>`
    select place.id::text as id, own.intervals from entities place cross join lateral (
      select plan.content -> 'testIntervals' as intervals from alarm_plans plan join entities above on above.id = plan.entity_id
      where above.id = any (path_ids(place.path)) and plan.content -> 'testIntervals' <> '[]'
      order by nlevel(above.path) desc limit 1) own
    where place.id = any(${[...ids]}::bigint[])`.execute(whole.sql)
  return new Map(rows.map(({ id, intervals }) => [id, AlarmPlanContent.shape.testIntervals.parse(intervals)]))
}

export interface LastTest {
  readonly houseId: string
  readonly path: TestPath
  readonly at: Date
  readonly result: TestResult
  readonly source: 'DRILL' | 'DELIVERY' | 'PERSON'
  readonly drillId: string | null
  readonly eventId: string | null
}

/** The newest test of each path of these houses: a message of a drill or of a real alarm, or what a person entered. */
export async function lastTests(work: UnitOfWork, ids: readonly string[]): Promise<LastTest[]> {
  const { rows } = await sql<LastTest>`
    select distinct on ("houseId", path) * from (
      select message.entity_id::text as "houseId", message.channel as path, coalesce(message.sent_at, message.created_at) as at,
        case when message.state = 'SENT' then 'PASSED' else 'FAILED' end as result,
        case when message.drill_id is not null then 'DRILL' else 'DELIVERY' end as source,
        message.drill_id::text as "drillId", message.event_id::text as "eventId"
      from notifications message
      where message.entity_id = any(${[...ids]}::bigint[]) and message.channel <> 'HEARTBEAT' and message.state in ('SENT', 'FAILED')
        and (message.drill_id is not null or message.event_id is not null) and ${within(work.actor, sql.ref('message.entity_id'))}
      union all
      select test.entity_id::text, test.path, test.tested_at, test.result, 'PERSON', null, null
      from protection_tests test
      where test.entity_id = any(${[...ids]}::bigint[]) and ${within(work.actor, sql.ref('test.entity_id'))}) tests
    order by "houseId", path, at desc`.execute(work.sql)
  return rows
}

/** An event of power or of a silent box that opened within an hour of the test, in the house or around it. */
const seen = sql<{ eventId: string; title: string } | null>`(
  select json_build_object('eventId', event.id::text, 'title', event.title) from events event
  where protection_tests.path in ('MAINS_OFF', 'BOX_OFF')
    and event.open_date between protection_tests.tested_at - interval '1 hour' and protection_tests.tested_at + interval '1 hour'
    and event.entity_id in (select unnest(path_ids(house.path)) from entities house where house.id = protection_tests.entity_id)
    and (case protection_tests.path when 'MAINS_OFF' then event.category = 'POWER' else event.problem = 'TERMINAL_SILENT' end)
  order by abs(extract(epoch from event.open_date - protection_tests.tested_at)), event.id limit 1)`

const timeZoneOf = (table: 'protection_tests' | 'generator_runs') =>
  sql<string>`(select zoned.time_zone from entities zoned where zoned.id = ${sql.ref(`${table}.entity_id`)})`

const tests = (work: UnitOfWork) =>
  work.sql
    .selectFrom('protection_tests')
    .selectAll('protection_tests')
    .select([
      entityRef('entity_id', 'protection_tests').as('entity'),
      seen.as('seen'),
      timeZoneOf('protection_tests').as('timeZone'),
    ])
    .where(inScope(work, 'protection_tests.entity_id'))
export type SiteTestRow = NonNullable<Awaited<ReturnType<typeof testById>>>

export const testById = (work: UnitOfWork, id: string) => tests(work).where('protection_tests.id', '=', id).executeTakeFirst()

export function searchTests(work: UnitOfWork, asked: PageQuery & RegisterQuery) {
  let query = tests(work)
  if (asked.entityId) query = query.where(atOrBelow(sql.ref('protection_tests.entity_id'), asked.entityId))
  if (asked.fromDate) query = query.where('protection_tests.tested_at', '>=', new Date(asked.fromDate))
  if (asked.toDate) query = query.where('protection_tests.tested_at', '<=', new Date(asked.toDate))
  const columns = { testedUtc: 'protection_tests.tested_at', id: 'protection_tests.id' } as const
  return fetchPage(work, query, asked, columns, 'protection_tests.id', row => row)
}

export async function insertTest(work: UnitOfWork, entityId: string, test: z.output<typeof NewSiteTest>): Promise<string> {
  const { id } = await work.sql
    .insertInto('protection_tests')
    .values({
      entity_id: entityId,
      path: test.path,
      tested_at: new Date(test.testedUtc),
      result: test.result,
      tester: test.tester,
      note: test.note,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const deleteTest = (work: UnitOfWork, id: string) => work.sql.deleteFrom('protection_tests').where('id', '=', id).execute()

const runs = (work: UnitOfWork) =>
  work.sql
    .selectFrom('generator_runs')
    .selectAll('generator_runs')
    .select([entityRef('entity_id', 'generator_runs').as('entity'), timeZoneOf('generator_runs').as('timeZone')])
    .where(inScope(work, 'generator_runs.entity_id'))
export type GeneratorRunRow = NonNullable<Awaited<ReturnType<typeof runById>>>

export const runById = (work: UnitOfWork, id: string) => runs(work).where('generator_runs.id', '=', id).executeTakeFirst()

/** At the place, below it or above it: one generator serves the houses of a farm. */
const serves = (entityId: string) =>
  sql<SqlBool>`exists (select 1 from entities stands, entities place
    where stands.id = generator_runs.entity_id and place.id = ${entityId} and (stands.path <@ place.path or place.path <@ stands.path))`

export function searchRuns(work: UnitOfWork, asked: PageQuery & RegisterQuery) {
  let query = runs(work)
  if (asked.entityId) query = query.where(serves(asked.entityId))
  if (asked.fromDate) query = query.where('generator_runs.started_at', '>=', new Date(asked.fromDate))
  if (asked.toDate) query = query.where('generator_runs.started_at', '<=', new Date(asked.toDate))
  const columns = { startedUtc: 'generator_runs.started_at', id: 'generator_runs.id' } as const
  return fetchPage(work, query, asked, columns, 'generator_runs.id', row => row)
}

export async function insertRun(work: UnitOfWork, entityId: string, run: z.output<typeof NewGeneratorRun>): Promise<string> {
  const { id } = await work.sql
    .insertInto('generator_runs')
    .values({
      entity_id: entityId,
      started_at: new Date(run.startedUtc),
      ended_at: new Date(run.endedUtc),
      on_load: run.onLoad,
      fuel: run.fuelLitres,
      hour_meter: run.hourMeter,
      operator: run.operator,
      fault: run.fault,
      note: run.note,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const deleteRun = (work: UnitOfWork, id: string) => work.sql.deleteFrom('generator_runs').where('id', '=', id).execute()
