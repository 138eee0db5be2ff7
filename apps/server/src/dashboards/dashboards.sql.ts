import type { LayoutItem } from '@steading/contract/widgets/dashboards'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import type { DB } from '../platform/database/schema.gen.ts'
import { inSubtrees, within } from '../platform/database/unitOfWork.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** A widget shows something of what the caller sees. */
export const showsSomething = ({ actor }: UnitOfWork) => sql<boolean>`exists (select 1 from widget_subjects subject
  left join interfaces on subject.kind = 'interfaces' and interfaces.id = subject.subject_id
  where subject.widget_id = widgets.id and subject.kind in ('interfaces', 'entities')
    and ${within(actor, sql`coalesce(interfaces.entity_id, subject.subject_id)`)})`

/** One's own dashboards, and the default ones of the entities in reach; of those above, what shows something of these. */
const inSight = (work: UnitOfWork) => (eb: ExpressionBuilder<DB, 'dashboards'>) =>
  eb.or([
    eb('dashboards.user_id', '=', work.actor.id ?? '0'),
    eb.and([
      eb('dashboards.user_id', 'is', null),
      eb('dashboards.is_default', '=', true),
      eb.or([
        within(work.actor, eb.ref('dashboards.entity_id')),
        eb.and([
          eb('dashboards.entity_id', 'in', ancestors(work.actor.scope)),
          sql<boolean>`exists (select 1 from widgets where widgets.dashboard_id = dashboards.id and ${showsSomething(work)})`,
        ]),
      ]),
    ]),
  ])

/** The ids of the entities on the way to what the caller sees, those at its top included. */
const ancestors = (scope: readonly string[] | null) => ['0', ...new Set(scope?.flatMap(path => (path ? path.split('.') : [])))]

/** The entities on the way to a dashboard's own, as far as the caller sees them. */
const wayTo = ({ actor }: UnitOfWork) =>
  sql<string[]>`(select coalesce(array_agg(above.id::text order by nlevel(above.path)), '{}') from entities at
    join entities above on above.path @> at.path and ${inSubtrees(actor, sql.ref('above.path'))} where at.id = dashboards.entity_id)`

const seen = (work: UnitOfWork) =>
  work.sql
    .selectFrom('dashboards')
    .where(inSight(work))
    .select(eb => [
      'dashboards.id',
      'dashboards.entity_id',
      'dashboards.user_id',
      'dashboards.display_name',
      'dashboards.subtitle',
      'dashboards.is_default',
      'dashboards.layout',
      'dashboards.version',
      'dashboards.updated_at',
      personReference('dashboards.updated_by').as('updatedBy'),
      entityRef('entity_id', 'dashboards').as('entity'),
      wayTo(work).as('way'),
      sql<boolean>`${within(work.actor, eb.ref('dashboards.entity_id'))}`.as('within'),
      eb
        .exists(
          eb
            .selectFrom('dashboard_favourites as f')
            .select(sql.lit(1).as('one'))
            .whereRef('f.dashboard_id', '=', 'dashboards.id')
            .where('f.user_id', '=', work.actor.id ?? '0'),
        )
        .as('favourite'),
      eb
        .exists(
          eb
            .selectFrom('dashboard_homepages as h')
            .select(sql.lit(1).as('one'))
            .whereRef('h.dashboard_id', '=', 'dashboards.id')
            .where('h.user_id', '=', work.actor.id ?? '0'),
        )
        .as('homepage'),
    ])

export const listDashboards = (work: UnitOfWork) =>
  seen(work).orderBy(collateNames('dashboards.display_name')).orderBy('dashboards.id').limit(500).execute()

export const dashboardById = (work: UnitOfWork, id: string) => seen(work).where('dashboards.id', '=', id).executeTakeFirst()

export type DashboardRow = NonNullable<Awaited<ReturnType<typeof dashboardById>>>

/** The default of the nearest entity at or above where the caller stands. */
export const defaultDashboard = (work: UnitOfWork) => {
  const path = ancestors(work.actor.scope)
  return seen(work)
    .where('dashboards.is_default', '=', true)
    .where('dashboards.user_id', 'is', null)
    .where('dashboards.entity_id', 'in', path)
    .orderBy(sql`array_position(${path}::bigint[], dashboards.entity_id)`, 'desc')
    .executeTakeFirst()
}

export async function insertDashboard(
  work: UnitOfWork,
  dashboard: { entityId: string; userId: string | null; displayName: string; subtitle?: string; isDefault?: boolean },
) {
  const { id } = await work.sql
    .insertInto('dashboards')
    .values({
      entity_id: dashboard.entityId,
      user_id: dashboard.userId,
      display_name: dashboard.displayName,
      subtitle: dashboard.subtitle ?? null,
      is_default: dashboard.isDefault ?? false,
      created_at: work.now,
      created_by: work.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when it is not at this version any more. */
export async function saveLayout(
  work: UnitOfWork,
  { id, version }: { id: string; version: number },
  layout: readonly LayoutItem[],
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('dashboards')
    .set({
      layout: JSON.stringify(layout),
      ...versionColumns(work),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateDashboard(
  work: UnitOfWork,
  { id, version }: { id: string; version: number },
  { displayName, subtitle }: { displayName: string; subtitle: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('dashboards')
    .set({ display_name: displayName, subtitle, ...versionColumns(work) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteDashboard = (work: UnitOfWork, id: string) => work.sql.deleteFrom('dashboards').where('id', '=', id).execute()

export const setHomepage = (work: UnitOfWork, dashboardId: string | null) =>
  dashboardId === null
    ? work.sql.deleteFrom('dashboard_homepages').where('user_id', '=', work.actor.id).execute()
    : work.sql
        .insertInto('dashboard_homepages')
        .values({ user_id: work.actor.id!, dashboard_id: dashboardId }) // safe: a session has a user
        .onConflict(conflict => conflict.column('user_id').doUpdateSet({ dashboard_id: dashboardId }))
        .execute()

export const insertFavourite = (work: UnitOfWork, dashboardId: string) =>
  work.sql
    .insertInto('dashboard_favourites')
    .values({ user_id: work.actor.id!, dashboard_id: dashboardId }) // safe: a session has a user
    .onConflict(conflict => conflict.doNothing())
    .execute()

export const deleteFavourite = (work: UnitOfWork, dashboardId: string) =>
  work.sql
    .deleteFrom('dashboard_favourites')
    .where('user_id', '=', work.actor.id)
    .where('dashboard_id', '=', dashboardId)
    .execute()

/** Entities of a tree at most. */
const MOST_ENTITIES = 1000

/** The entities at and below one in reach, with the default dashboard of each, parents first. */
export const entitiesBelow = (work: UnitOfWork, entityId: string) =>
  work.sql
    .selectFrom('entities as below')
    .innerJoin('entities as top', join => join.on(sql<boolean>`below.path <@ top.path`))
    .leftJoin('dashboards as d', join => join.onRef('d.entity_id', '=', 'below.id').on('d.is_default', '=', true))
    .where('top.id', '=', entityId)
    .where(eb => within(work.actor, eb.ref('top.id')))
    .where(eb => within(work.actor, eb.ref('below.id')))
    .select(eb => [
      'below.id',
      'below.parent_id as parentId',
      entityRef('id', 'below').as('entity'),
      'd.id as dashboardId',
      'd.display_name as dashboardName',
      sql<boolean>`${within(work.actor, eb.ref('below.parent_id'))}`.as('isParentSeen'),
    ])
    .orderBy(sql`nlevel(below.path)`)
    .orderBy(collateNames('below.display_name'))
    .orderBy('below.id')
    .limit(MOST_ENTITIES)
    .execute()

export const homepageId = (work: UnitOfWork) =>
  work.sql
    .selectFrom('dashboard_homepages')
    .select('dashboard_id')
    .where('user_id', '=', work.actor.id ?? '0')
    .executeTakeFirst()

/** The default dashboard of an entity. */
export const defaultOf = (work: UnitOfWork, entityId: string) =>
  work.sql
    .selectFrom('dashboards')
    .where('entity_id', '=', entityId)
    .where(eb => within(work.actor, eb.ref('dashboards.entity_id')))
    .where('is_default', '=', true)
    .select(['id', 'display_name as displayName'])
    .forUpdate()
    .executeTakeFirst()

/** Gives a dashboard of somebody's to an entity; false when it is not at this version any more. */
export async function giveToEntity(work: UnitOfWork, { id, version }: { id: string; version: number }, entityId: string) {
  const { numUpdatedRows } = await work.sql
    .updateTable('dashboards')
    .set({
      entity_id: entityId,
      user_id: null,
      is_default: true,
      ...versionColumns(work),
    })
    .where('id', '=', id)
    .where('user_id', '=', work.actor.id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a dashboard to the caller alone: nobody else has it as a favourite or a homepage any more. */
export async function giveToCaller(work: UnitOfWork, id: string) {
  await work.sql
    .updateTable('dashboards')
    .set({
      entity_id: work.actor.entityId!,
      user_id: work.actor.id,
      is_default: false,
      ...versionColumns(work),
    })
    .where('id', '=', id)
    .execute()
  for (const table of ['dashboard_favourites', 'dashboard_homepages'] as const)
    await work.sql.deleteFrom(table).where('dashboard_id', '=', id).where('user_id', '<>', work.actor.id).execute()
}

/** Boards that go with an entity: its own, and those that deleted people had there. */
export const deleteBoardsAt = (work: UnitOfWork, id: string) =>
  work.sql
    .deleteFrom('dashboards')
    .where('entity_id', '=', id)
    .where(
      sql<boolean>`(user_id is null or exists (select 1 from users where users.id = user_id and users.deleted_at is not null))`,
    )
    .returning(['id', 'display_name as displayName'])
    .execute()
