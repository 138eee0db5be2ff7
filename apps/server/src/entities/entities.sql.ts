import type { Billing } from '@steading/contract/production/billing'
import type { EntityRef, EntityStatus, EntityType } from '@steading/contract/entities/entities'
import type { Severity } from '@steading/contract/events/kinds'
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import { collateNames } from '../platform/database/sql/names.ts'
import { fit, holds, onTrail, saysPlainly, typedWords } from '../platform/database/sql/search.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { atOrBelow, inSubtrees, within } from '../platform/database/unitOfWork.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** "farm | sector" for a sector; of a query that has entities in it. */
export const displayName = sql<string>`entities.display_name`

const refJson = sql`json_build_object('id', entities.id::text, 'name', entities.name, 'type', entities.type, 'displayName', ${displayName})`

/** An entity as others name it: a JSON column of a query that has entities in it. */
export const entityRef = (column: 'id' | 'entity_id' | 'sector_id', table: string) =>
  sql<EntityRef>`(select ${refJson} from entities where entities.id = ${sql.ref(`${table}.${column}`)})`

const inReach =
  ({ actor }: Pick<UnitOfWork, 'actor'>) =>
  () =>
    inSubtrees(actor, sql.ref('entities.path'))

const tags = sql<
  { id: string; name: string; translations: Record<string, string> }[]
>`(select coalesce(json_agg(json_build_object(
    'id', tag.id::text, 'name', tag.name, 'translations', tag.translations) order by tag.name collate names), '[]')
  from tagged_entities on_it join entity_tags tag on tag.id = on_it.tag_id where on_it.entity_id = entities.id)`

const children = sql<number>`(select count(*)::int from entities child where child.parent_id = entities.id)`

export interface EntityFilter {
  readonly types?: readonly EntityType[] | undefined
  readonly status?: EntityStatus | undefined
  /** Part of the name or the code. */
  readonly search?: string | undefined
  /** With all below it. */
  readonly entityId?: string | undefined
  readonly tagIds?: readonly string[] | undefined
  readonly ids?: readonly string[] | undefined
}

const isBelow = (id: string, orSelf: boolean) =>
  sql<boolean>`entities.path <@ (select top.path from entities top where top.id = ${id})
    ${orSelf ? sql`` : sql`and entities.id <> ${id}`}`

/** Of the paths that bound what somebody sees those that lie in no other. */
export const outermost = (scope: readonly string[]): readonly string[] =>
  scope.filter(path => !scope.some(other => other !== path && `${path}.`.startsWith(other === '' ? '' : `${other}.`)))

/** No sector stands higher: ROOT, enterprise, farm, sector. */
const HIGHEST_SECTOR = 4

/** Does a place hold a word in its name or its code, or in the name of its farm where that is out of the caller's sight? */
function isNamed(work: UnitOfWork, word: string): RawBuilder<SqlBool> {
  const own = holds('entities', word)
  if (!outermost(work.actor.scope ?? []).some(path => path.split('.').length >= HIGHEST_SECTOR)) return own
  return sql<SqlBool>`(${own} or entities.type = 'SECTOR' and ${saysPlainly(sql`entities.display_name`, word)}
    and not exists (select 1 from entities farm where farm.type = 'FARM' and farm.id = any (path_ids(entities.path))
      and ${within(work.actor, sql.ref('farm.id'))}))`
}

/**
 * Words as a place is shown, or in any order: of several each is its own or of what stands above it, as far as the caller sees
 * that, and one at least is its own. The trail finds them by its index; it knows what stands out of sight, too, and decides nothing.
 */
function isCalled(work: UnitOfWork, search: string): RawBuilder<SqlBool> {
  const words = typedWords(search)
  if (words.length < 2) return isNamed(work, words[0] ?? search)
  const above = (word: string) => sql<SqlBool>`exists (select 1 from entities over
    where over.id = any (path_ids(entities.path)) and ${holds('over', word)})`
  return sql<SqlBool>`(${sql.join(
    words.map(word => onTrail(word)),
    sql` and `,
  )}
    and (${sql.join(
      words.map(word => isNamed(work, word)),
      sql` or `,
    )})
    and ${sql.join(
      words.map(word => sql`(${isNamed(work, word)} or ${above(word)})`),
      sql` and `,
    )})`
}

function matching(work: UnitOfWork, { types, status, search, entityId, tagIds, ids }: EntityFilter) {
  let query = work.sql.selectFrom('entities').where(inReach(work))
  if (types) query = query.where('type', 'in', types)
  if (status) query = query.where('status', '=', status)
  if (ids) query = query.where(sql<SqlBool>`entities.id = any (${ids}::bigint[])`)
  if (search) query = query.where(isCalled(work, search))
  if (entityId) query = query.where(isBelow(entityId, true))
  if (tagIds)
    query = query.where(eb =>
      eb.exists(
        eb
          .selectFrom('tagged_entities as tagged')
          .select(sql.lit(1).as('one'))
          .whereRef('tagged.entity_id', '=', 'entities.id')
          .where('tagged.tag_id', 'in', tagIds),
      ),
    )
  return query
}

export const isEntityInReach = async (work: UnitOfWork, id: string): Promise<boolean> =>
  (await work.sql.selectFrom('entities').select('id').where('id', '=', id).where(inReach(work)).executeTakeFirst()) !== undefined

/** Those that fit a search best stand first. */
const bestFirst = (query: ReturnType<typeof matching>, search: string | undefined) =>
  search ? query.orderBy(fit(sql.ref('entities.search_name'), sql.ref('entities.search_text'), search)) : query

const asRef = (query: ReturnType<typeof matching>) =>
  query.select(['id', 'name', 'type', 'status', 'parent_id as parentId', displayName.as('displayName')])

/** Entities for filters: the first by name, or by how well they fit a search. */
export const listEntities = (work: UnitOfWork, filter: EntityFilter, most = 1000) =>
  asRef(bestFirst(matching(work, filter), filter.search))
    .orderBy(collateNames('display_name'))
    .orderBy('id')
    .limit(most)
    .execute()
export type EntityRefRow = Awaited<ReturnType<typeof listEntities>>[number]

const asRow = (work: UnitOfWork, query: ReturnType<typeof matching>) =>
  query.select([
    'entities.id',
    'entities.name',
    'entities.type',
    sql<string | null>`entities.code::text`.as('code'),
    'entities.status',
    'entities.parent_id as parentId',
    displayName.as('displayName'),
    sql<string[]>`coalesce((select array_agg(over.name order by nlevel(over.path)) from entities over
      where over.id = any (path_ids(entities.path)) and over.id <> entities.id and ${within(work.actor, sql.ref('over.id'))}), '{}')`.as(
      'above',
    ),
    children.as('children'),
    tags.as('tags'),
  ])

/** `isRanked`: those that fit the search best stand first. */
export const entitiesWhere = (work: UnitOfWork, filter: EntityFilter, isRanked: boolean) =>
  asRow(work, bestFirst(matching(work, filter), isRanked ? filter.search : undefined))

/** To choose one from, those first that fit best; each with the company that it stands in, as far as the caller sees it. */
export const choicesWhere = (work: UnitOfWork, filter: EntityFilter) =>
  asRef(bestFirst(matching(work, filter), filter.search)).select([nearest(work, 'ENTERPRISE', true).as('enterprise')])
export type EntityChoiceRow = Awaited<ReturnType<ReturnType<typeof choicesWhere>['execute']>>[number]

/** Directly below an entity. */
export const childrenOf = (work: UnitOfWork, id: string, search?: string) =>
  asRow(work, matching(work, { search }).where('entities.parent_id', '=', id))

/** All below an entity. */
export const descendantsOf = (work: UnitOfWork, id: string, search?: string) =>
  asRow(work, matching(work, { search }).where(isBelow(id, false)))

/** Is this column's entity one of the tops of what the caller sees? By their ids, for row-level security lets no index compare paths for equality. */
function isTop({ actor }: UnitOfWork, column: 'entities.id' | 'entities.parent_id'): RawBuilder<SqlBool> {
  const ids = outermost(actor.scope ?? []).map(path => path.slice(path.lastIndexOf('.') + 1))
  if (ids.length !== 1) return sql<SqlBool>`${sql.ref(column)} = any (${ids}::bigint[])`
  const top = ids[0] || sql`(select top.id from entities top where top.parent_id is null)`
  return sql<SqlBool>`${sql.ref(column)} = ${top}`
}

/** The tops of what the caller sees. */
export const topsOf = (work: UnitOfWork) => asRow(work, matching(work, {}).where(isTop(work, 'entities.id')))

/** Directly below the one top of what the caller sees, or the tops themselves where they are several. */
export function belowTops(work: UnitOfWork, search?: string) {
  const isOne = outermost(work.actor.scope ?? []).length === 1
  return asRow(work, matching(work, { search }).where(isTop(work, isOne ? 'entities.parent_id' : 'entities.id')))
}
export type EntityListRow = Awaited<ReturnType<ReturnType<typeof childrenOf>['execute']>>[number]

/** The nearest of a type at or above, as far as the caller sees it. */
const nearest = (work: UnitOfWork, type: EntityType, orSelf: boolean) =>
  sql<EntityRef | null>`(select json_build_object('id', near.id::text, 'name', near.name, 'type', near.type, 'displayName', near.name)
    from entities near where near.id = any (path_ids(entities.path)) and near.type = ${type} and ${orSelf ? sql`true` : sql`near.id <> entities.id`}
      and ${within(work.actor, sql.ref('near.id'))} order by nlevel(near.path) desc limit 1)`

const defaultDashboard = sql<{
  id: string
  displayName: string
} | null>`(select json_build_object('id', board.id::text, 'displayName', board.display_name)
  from dashboards board where board.entity_id = entities.id and board.is_default)`

export const entityById = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('entities')
    .selectAll('entities')
    .select([
      sql<string | null>`entities.code::text`.as('code'),
      displayName.as('displayName'),
      sql<EntityRef | null>`(select json_build_object('id', parent.id::text, 'name', parent.name, 'type', parent.type, 'displayName', parent.name)
        from entities parent where parent.id = entities.parent_id and ${within(work.actor, sql.ref('parent.id'))})`.as('parent'),
      nearest(work, 'FARM', false).as('farmOfSector'),
      nearest(work, 'ENTERPRISE', true).as('enterprise'),
      defaultDashboard.as('dashboard'),
      // People in sight, and the caller, who may stand out of it.
      sql<
        { userId: string; shortName: string }[]
      >`(select coalesce(json_agg(user_reference(first.user_id) order by first.rank, first.user_id), '[]')
        from responsibles first where first.entity_id = entities.id and (first.user_id = ${work.actor.id}
          or exists (select 1 from users seen where seen.id = first.user_id and seen.deleted_at is null)))`.as(
        'responsibleUsers',
      ),
      sql<number>`count_responsibles(entities.id)`.as('responsibles'),
      children.as('children'),
      tags.as('tags'),
      personReference('entities.created_by').as('createdBy'),
      personReference('entities.updated_by').as('updatedBy'),
    ])
    .where('entities.id', '=', id)
    .where(inReach(work))
    .executeTakeFirst()
export type EntityDetailsRow = NonNullable<Awaited<ReturnType<typeof entityById>>>

/** Those with coordinates, and whether one stands above it; the map draws at most so many. */
export async function mapped(work: UnitOfWork, filter: Pick<EntityFilter, 'types' | 'entityId'>) {
  const rows = await asRef(matching(work, filter))
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .select(['latitude', 'longitude', 'boundaries', defaultDashboard.as('dashboard')])
    .select(sql<string[]>`path_ids(entities.path)::text[]`.as('pathIds'))
    .orderBy(collateNames('display_name'))
    .orderBy('id')
    .limit(5000)
    .execute()
  const places = new Set(rows.map(({ id }) => id))
  return rows.map(({ pathIds, ...row }) => ({ ...row, hasPlaceAbove: pathIds.some(id => id !== row.id && places.has(id)) }))
}

/** By entity the severity of the worst event at or below it that is not closed; tickets are none. */
export async function worstOpenEvents(work: UnitOfWork): Promise<ReadonlyMap<string, Severity>> {
  const { rows } = await sql<{ id: string; worst: Severity }>`
    select place.id::text as id, (array['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'])[
        max(array_position(array['LOW', 'MODERATE', 'MAJOR', 'CRITICAL'], events.severity))] as worst
      from events join entities home on home.id = events.entity_id cross join unnest(path_ids(home.path)) place(id)
      where events.status <> 'CLOSED' and events.category not like 'HELPDESK%' and ${within(work.actor, sql.ref('home.id'))}
      group by place.id`.execute(work.sql)
  return new Map(rows.map(({ id, worst }) => [id, worst]))
}

/** The people who are told first: of the nearest entity at or above that names any who can see it. */
export const responsiblesAt = (work: UnitOfWork, id: string, besides: string | null = null) =>
  sql<{ userId: string; shortName: string }>`
    select "userId", "shortName" from (
      select person.id::text as "userId", person.short_name as "shortName", named.rank, person.id,
        dense_rank() over (order by nlevel(over.path) desc) as step
      from entities place join entities over on over.id = any (path_ids(place.path))
        join responsibles named on named.entity_id = over.id
        join users person on person.id = named.user_id and person.status = 'ACTIVE' and user_can_see(person.id, place.path)
      where place.id = ${id} and person.id is distinct from ${besides}::bigint) people
    where step = 1 order by rank, id`
    .execute(work.sql)
    .then(({ rows }) => rows)

/** Of these people those whom the caller sees, and oneself, in their order; and how many others there are. */
export async function seenOf<P extends { readonly userId: string }>(work: UnitOfWork, people: readonly P[]) {
  const ids = people.map(person => person.userId)
  const rows =
    ids.length === 0
      ? []
      : await work.sql
          .selectFrom('users')
          .select('id')
          .where('id', 'in', ids)
          .where('deleted_at', 'is', null)
          .where(eb => eb.or([within(work.actor, eb.ref('users.entity_id')), eb('id', '=', work.actor.id)]))
          .execute()
  const seen = new Set(rows.map(row => row.id))
  const shown = people.filter(person => seen.has(person.userId))
  return { people: shown, hidden: people.length - shown.length }
}

/** Everybody who is named at an entity itself, first those who are told first. */
export const namedAt = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('responsibles')
    .innerJoin('users', 'users.id', 'responsibles.user_id')
    .select(['users.id', 'users.short_name as shortName'])
    .where('responsibles.entity_id', '=', id)
    .orderBy('responsibles.rank')
    .orderBy('users.id')
    .execute()

/**
 * Of these people, in reach or the caller: who is there, active, and sees the entity's parent place or it. Of the whole tree.
 * Nobody is made inactive or deleted before the work is done.
 */
export const candidates = (work: UnitOfWork, ids: readonly string[], path: string) =>
  ids.length === 0
    ? Promise.resolve([])
    : work.sql
        .selectFrom('users')
        .select(['id', 'status', sql<boolean>`user_can_see(id, ${path}::ltree)`.as('sees')])
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .where(eb => eb.or([within(work.actor, eb.ref('users.entity_id')), eb('id', '=', work.actor.id)]))
        .orderBy('id')
        .forShare()
        .execute()

export interface NewEntity {
  readonly parentId: string | null
  readonly type: EntityType
  readonly name: string
  readonly code?: string | null | undefined
  readonly status?: EntityStatus | undefined
  readonly entityInfo?: string | null | undefined
  readonly billingInformation?: Billing | null | undefined
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
  readonly area?: number | null | undefined
  readonly usableArea?: number | null | undefined
  readonly height?: number | null | undefined
  readonly ventilationCapacity?: number | null | undefined
  readonly distressTemperature?: number | null | undefined
  readonly lethalTemperature?: number | null | undefined
  readonly areaBoundaries?: string | null | undefined
  readonly timeZone: string
}

/** The columns that people edit. */
const edited = (entity: Omit<NewEntity, 'parentId' | 'type'>) => ({
  name: entity.name,
  code: entity.code || null,
  status: entity.status ?? 'ACTIVE',
  info: entity.entityInfo || null,
  billing: entity.billingInformation ? JSON.stringify(entity.billingInformation) : null,
  latitude: entity.latitude ?? null,
  longitude: entity.longitude ?? null,
  area: entity.area ?? null,
  usable_area: entity.usableArea ?? null,
  height: entity.height ?? null,
  ventilation_capacity: entity.ventilationCapacity ?? null,
  distress_temperature: entity.distressTemperature ?? null,
  lethal_temperature: entity.lethalTemperature ?? null,
  boundaries: entity.areaBoundaries ?? null,
  time_zone: entity.timeZone,
})

export async function insertEntity(work: UnitOfWork, entity: NewEntity): Promise<string> {
  const { id } = await work.sql
    .insertInto('entities')
    .values({
      ...edited(entity),
      parent_id: entity.parentId,
      type: entity.type,
      created_by: work.actor.id,
      created_at: work.now,
      // The trigger writes it; a value must stand here.
      path: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const atVersion = (work: UnitOfWork, id: string, version: number) =>
  work.sql
    .updateTable('entities')
    .set(versionColumns(work))
    .where('entities.id', '=', id)
    .where('version', '=', version)
    .where(eb => within(work.actor, eb.ref('entities.id')))

/** False on a version conflict. */
export const updateEntity = async (work: UnitOfWork, id: string, version: number, entity: Omit<NewEntity, 'parentId' | 'type'>) =>
  (await atVersion(work, id, version).set(edited(entity)).executeTakeFirst()).numUpdatedRows > 0n

/** Levels of a subtree, its top included. */
export async function levelsBelow(work: UnitOfWork, path: string): Promise<number> {
  const { levels } = await work.sql
    .selectFrom('entities')
    .select(sql<number>`coalesce(max(nlevel(path)), 0) - nlevel(${path}::ltree) + 1`.as('levels'))
    .where(sql<boolean>`path <@ ${path}::ltree`)
    .executeTakeFirstOrThrow()
  return levels
}

/** Moves it below another; all that stands below comes along. False on a version conflict. */
export const moveEntity = async (work: UnitOfWork, id: string, version: number, parentId: string) =>
  (await atVersion(work, id, version).set({ parent_id: parentId }).executeTakeFirst()).numUpdatedRows > 0n

/** Something of it that stands elsewhere was edited: its version rises. False on a version conflict. */
export const touchEntity = async (work: UnitOfWork, id: string, version: number) =>
  (await atVersion(work, id, version).executeTakeFirst()).numUpdatedRows > 0n

/** What is below an entity and has its time zone, through places that have it too. */
export async function sameZoneBelow(
  work: UnitOfWork,
  id: string,
  zone: string,
): Promise<readonly { id: string; name: string }[]> {
  const { rows: found } = await sql<{ id: string; name: string }>`with recursive heirs as (
      select id, name from entities where parent_id = ${id} and time_zone = ${zone}
      union all select below.id, below.name from entities below join heirs on below.parent_id = heirs.id
      where below.time_zone = ${zone})
    select id::text as id, name from heirs`.execute(work.sql)
  return found
}

export const setZones = (work: UnitOfWork, ids: readonly string[], zone: string) =>
  work.sql
    .updateTable('entities')
    .set({ time_zone: zone, ...versionColumns(work) })
    .where('id', 'in', ids)
    .execute()

/** The smart boxes and global rules of these places whose rules count by a time zone: it stands in what the boxes run. */
export async function countingBy(work: UnitOfWork, ids: readonly string[], zone: string): Promise<readonly string[]> {
  const { rows: found } = await sql<{ name: string }>`
    select display_name as name from terminals where entity_id = any (${[...ids]}::bigint[]) and time_zone = ${zone}
      and deleted_at is null and retired_at is null
      and exists (select 1 from rules where rules.terminal_id = terminals.id and rules.deleted_at is null)
    union all
    select display_name from rules where entity_id = any (${[...ids]}::bigint[]) and terminal_id is null
      and deleted_at is null and body ->> 'timeZone' = ${zone}
    order by name`.execute(work.sql)
  return found.map(one => one.name)
}

export const setPicture = (work: UnitOfWork, id: string, pictureId: string | null) =>
  work.sql.updateTable('entities').set({ picture_id: pictureId }).where('id', '=', id).execute()

export async function setResponsibles(work: UnitOfWork, id: string, people: readonly string[]) {
  await work.sql.deleteFrom('responsibles').where('entity_id', '=', id).execute()
  if (people.length > 0)
    await work.sql
      .insertInto('responsibles')
      .values(people.map((person, at) => ({ entity_id: id, user_id: person, rank: at + 1 })))
      .execute()
}

/** Of these tags those that may stand on an entity at this path: made there or above. */
export const fittingTags = (work: UnitOfWork, ids: readonly string[], path: string) =>
  ids.length === 0
    ? Promise.resolve([])
    : work.sql
        .selectFrom('entity_tags as tag')
        .innerJoin('entities as maker', 'maker.id', 'tag.entity_id')
        .select('tag.id')
        .where('tag.id', 'in', ids)
        .where(sql<boolean>`maker.path @> ${path}::ltree`)
        .execute()

export async function setTags(work: UnitOfWork, id: string, tagIds: readonly string[]) {
  await work.sql.deleteFrom('tagged_entities').where('entity_id', '=', id).execute()
  if (tagIds.length > 0)
    await work.sql
      .insertInto('tagged_entities')
      .values(tagIds.map(tag => ({ entity_id: id, tag_id: tag })))
      .execute()
}

/** Nobody hangs anything on it before the work is done. */
export const lockEntity = (work: UnitOfWork, id: string) =>
  work.sql.selectFrom('entities').select('id').where('id', '=', id).where(inReach(work)).forUpdate().execute()

/** What hangs on an entity itself, so that it can't go: each true or false; of rule groups, templates and entries of books a name. */
export const dependentsOf = async (work: UnitOfWork, id: string) => {
  const { rows } = await sql<
    Record<
      'children' | 'terminals' | 'interfaces' | 'rules' | 'events' | 'batches' | 'feedMovements' | 'people' | 'roles',
      boolean
    > &
      Record<'ruleGroup' | 'template' | 'entry', string | null>
  >`
    select exists (select 1 from entities where parent_id = ${id}) as children,
      exists (select 1 from terminals where entity_id = ${id}) as terminals,
      exists (select 1 from interfaces where entity_id = ${id}) as interfaces,
      exists (select 1 from rules where entity_id = ${id} or sector_id = ${id}) as rules,
      exists (select 1 from events where entity_id = ${id}) as events,
      exists (select 1 from batches where entity_id = ${id}) as batches,
      exists (select 1 from feed_movements where entity_id = ${id}) as "feedMovements",
      exists (select 1 from users where entity_id = ${id} and deleted_at is null) as people,
      exists (select 1 from roles where entity_id = ${id}) as roles,
      (select min(display_name::text) from rule_groups where entity_id = ${id}) as "ruleGroup",
      (select min(name::text) from rule_templates where entity_id = ${id} and deleted_at is null) as template,
      coalesce((select min(display_name) from genetics where entity_id = ${id}),
        (select min(display_name) from feed_types where entity_id = ${id}),
        (select min(display_name) from feed_factories where entity_id = ${id}),
        (select min(display_name) from death_reasons where entity_id = ${id}),
        (select min(display_name) from production_curves where entity_id = ${id}),
        (select min(display_name) from tariffs where entity_id = ${id}),
        (select min(display_name) from api_access where entity_id = ${id}),
        (select min(display_name) from task_templates where entity_id = ${id}),
        (select min(title) from tasks where entity_id = ${id})) as entry`.execute(work.sql)
  return rows[0]!
}

/** Is one of two entities at or above the other? */
export async function areInLine(work: UnitOfWork, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`select 1 from entities a, entities b
    where a.id = ${one} and b.id = ${other} and (a.path <@ b.path or b.path <@ a.path)`.execute(work.sql)
  return rows.length > 0
}

/** Is there a batch at an entity or below it, open or closed? */
export async function hasBatches(work: UnitOfWork, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from batches where ${atOrBelow(sql.ref('batches.entity_id'), id)} limit 1`.execute(work.sql)
  return rows.length > 0
}

/** What is at work at or below an entity: somebody should know before it is disabled. */
export const activityBelow = async (work: UnitOfWork, id: string) => {
  const below = (column: string) => atOrBelow(sql.ref(column), id)
  const { rows } = await sql<Record<'entities' | 'terminals' | 'rules' | 'events' | 'batches', boolean>>`
    select exists (select 1 from entities at, entities top
        where top.id = ${id} and at.path <@ top.path and at.id <> top.id and at.status = 'ACTIVE') as entities,
      exists (select 1 from terminals where retired_at is null and ${below('terminals.entity_id')}) as terminals,
      exists (select 1 from rules where desired and ${below('rules.entity_id')}) as rules,
      exists (select 1 from events where status <> 'CLOSED' and ${below('events.entity_id')}) as events,
      exists (select 1 from batches where close_date is null and ${below('batches.entity_id')}) as batches`.execute(work.sql)
  return rows[0]!
}

/**
 * What reaches over a subtree's edge: the name of a box in service that would have interfaces elsewhere, and whether there is a
 * rule that reads or drives something on both sides.
 */
export const straddles = async (work: UnitOfWork, { path, to }: { readonly path: string; readonly to: string }) => {
  const { rows } = await sql<{ box: string | null; rule: boolean }>`
    select (
      select min(terminals.display_name) from terminals join entities home on home.id = terminals.entity_id
        join interfaces on interfaces.terminal_id = terminals.id and interfaces.deleted_at is null
        join entities at on at.id = interfaces.entity_id
      where terminals.retired_at is null and (
        at.path <@ ${path}::ltree and not home.path <@ ${path}::ltree and not ${to}::ltree <@ home.path
        or home.path <@ ${path}::ltree and not at.path <@ ${path}::ltree)
    ) as box, exists (
      select 1 from rules join entities home on home.id = rules.entity_id
        join rule_interfaces used on used.rule_id = rules.id and is_current_or_in_service(rules, used.body_version)
        join interfaces on interfaces.id = used.interface_id
        join entities at on at.id = interfaces.entity_id
      group by rules.id, home.path
      having bool_or(at.path <@ ${path}::ltree) and not (home.path <@ ${path}::ltree and bool_and(at.path <@ ${path}::ltree))
    ) as rule`.execute(work.sql)
  return rows[0]!
}

/** The nearest disabled entity at or above; undefined where all are active. */
export const disabledAbove = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('entities as place')
    .innerJoin('entities as over', join => join.on(sql<boolean>`over.id = any (path_ids(place.path))`))
    .select('over.name')
    .where('place.id', '=', id)
    .where('over.status', '<>', 'ACTIVE')
    .orderBy(sql`nlevel(over.path)`, 'desc')
    .executeTakeFirst()

/** Tags made above the old place fall off what was moved away from there: of each entity their names, and of those that stay. */
export async function dropForeignTags(work: UnitOfWork, path: string) {
  const { rows } = await sql<{ id: string; name: string; lost: string[]; remaining: string[] }>`
    with lost as (
      delete from tagged_entities tagged using entities at, entity_tags tag, entities maker
      where at.id = tagged.entity_id and at.path <@ ${path}::ltree and tag.id = tagged.tag_id and maker.id = tag.entity_id
        and not maker.path @> at.path
      returning at.id, tag.id as tag_id, tag.name::text as tag)
    select at.id::text, at.name, array_agg(lost.tag order by lost.tag) as lost,
      array(select tag.name::text from tagged_entities stays join entity_tags tag on tag.id = stays.tag_id
        where stays.entity_id = at.id and not exists (select 1 from lost it where it.id = at.id and it.tag_id = tag.id)
        order by tag.name) as remaining
    from lost join entities at on at.id = lost.id group by at.id order by at.id`.execute(work.sql)
  return rows
}

/** The tags that were made at an entity, which go with it. */
export const tagsMadeAt = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('entity_tags')
    .select(['id', sql<string>`name::text`.as('name'), 'translations'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()

/** The list of whom an alarm climbs to, and the roster, that were said at an entity. */
export const escalationAt = (work: UnitOfWork, id: string) =>
  work.sql.selectFrom('escalations').select(['steps', 'shifts']).where('entity_id', '=', id).executeTakeFirst()

export const deleteEntity = (work: UnitOfWork, id: string) => work.sql.deleteFrom('entities').where('id', '=', id).execute()
