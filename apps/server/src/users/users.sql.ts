import type { DateFormat, NumberFormat } from '@steading/contract/users/notation'
import type { EntityRef } from '@steading/contract/entities/entities'
import type { Contact } from '@steading/contract/users/users'
import { sql } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import { fit, holds } from '../platform/database/sql/search.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { atOrBelow, within } from '../platform/database/unitOfWork.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** The entities of a table that names them by person, as far as the caller sees them. */
const entitiesIn = (table: 'user_access' | 'responsibles', which = sql<boolean>`true`) =>
  sql<EntityRef[]>`(select coalesce(json_agg(ref order by ref->>'displayName' collate names), '[]') from (
    select ${entityRef('entity_id', table)} as ref from ${sql.table(table)} where user_id = users.id and ${which}) named where ref is not null)`

/** What was moved out of the root is no part of it any more. */
const stillBelow = sql<boolean>`exists (select 1 from entities part, entities top
  where part.id = user_access.entity_id and top.id = users.entity_id and part.path <@ top.path)`

interface Filter {
  readonly search?: string | undefined
  readonly status?: 'ACTIVE' | 'INACTIVE' | undefined
  readonly roleId?: string | undefined
  /** With all below it. */
  readonly entityId?: string | undefined
  /** Only who sees this place. */
  readonly sees?: string | undefined
  /** Also the caller, who may stand above all that the caller sees. */
  readonly withSelf?: boolean
  readonly ids?: readonly string[] | undefined
}

function people(work: UnitOfWork, { search, status, roleId, entityId, sees, ids, withSelf = false }: Filter) {
  let query = work.sql
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where(eb => {
      const inReach = within(work.actor, eb.ref('users.entity_id'))
      return withSelf ? eb.or([inReach, eb('users.id', '=', work.actor.id)]) : inReach
    })
    .where('users.deleted_at', 'is', null)
  if (status) query = query.where('users.status', '=', status)
  if (ids) query = query.where(sql<boolean>`users.id = any (${ids}::bigint[])`)
  if (roleId) query = query.where('users.role_id', '=', roleId)
  if (search) query = query.where(holds('users', search))
  if (sees) query = query.where(sql<boolean>`user_can_see(users.id, (select path from entities where entities.id = ${sees}))`)
  if (entityId) query = query.where(atOrBelow(sql.ref('users.entity_id'), entityId))
  return query.select([
    'users.id',
    'users.display_name as displayName',
    'users.short_name as shortName',
    'users.status',
    sql<boolean>`users.password_hash is not null`.as('activated'),
    sql<string>`users.email::text`.as('email'),
    'users.phone',
    sql<{ id: string; name: string }>`json_build_object('id', roles.id::text, 'name', roles.name)`.as('role'),
    sql<EntityRef>`coalesce(${entityRef('entity_id', 'users')}, case when users.id = app_user() then user_root_entity() end)`.as(
      'rootEntity',
    ),
    'users.last_seen_at as lastSeenAt',
    'users.version',
  ])
}

export const peopleWhere = people

export const personById = (work: UnitOfWork, id: string) =>
  people(work, {})
    .where('users.id', '=', id)
    .select([
      'users.entity_id as entityId',
      'users.role_id as roleId',
      'users.picture_id as pictureId',
      'users.password_hash as passwordHash',
      'users.language',
      'users.number_format as numberFormat',
      'users.date_format as dateFormat',
      'users.time_zone as timeZone',
      'users.contacts',
      'users.notifications',
      'users.subscriptions',
      'users.accepted_terms_at as acceptedTermsAt',
      'users.knowledge_version_at as knowledgeVersionAt',
      'users.created_at as createdAt',
      'users.updated_at as updatedAt',
      sql<string[]>`array(select permission from role_permissions where role_id = users.role_id)`.as('permissions'),
      entitiesIn('user_access', stillBelow).as('accessEntities'),
      'users.restricted as kept',
      entitiesIn('responsibles').as('responsibleFor'),
      personReference('users.created_by').as('createdBy'),
      personReference('users.updated_by').as('updatedBy'),
    ])
    .executeTakeFirst()
export type PersonRow = NonNullable<Awaited<ReturnType<typeof personById>>>
export type PersonListRow = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

/** People to choose from: the first thousand by name. */
export const listPeople = (work: UnitOfWork, filter: Filter & { readonly id?: string | undefined }) => {
  const query = people(work, filter)
  return (filter.id === undefined ? query : query.where('users.id', '=', filter.id))
    .orderBy(collateNames('users.short_name'))
    .orderBy('users.id')
    .limit(1000)
    .execute()
}

/** Names, short name and address as words. */
const rawBuilder = sql`' ' || translate(users.search_text, e'\\n@.-', '    ') || ' '`

/** To choose from, those first that fit best; where `ids` are given, only those. */
export const choicesWhere = (work: UnitOfWork, filter: Filter) =>
  filter.search
    ? people(work, filter).orderBy(fit(rawBuilder, sql.ref('users.search_text'), filter.search))
    : people(work, filter)

/** What people may change of themselves. */
export interface OwnFields {
  readonly displayName: string
  readonly shortName: string
  readonly phone: string | null
  readonly language: string
  readonly numberFormat: NumberFormat | null
  readonly dateFormat: DateFormat | null
  readonly timeZone: string
  readonly contacts: readonly Contact[]
}
export interface GivenFields extends OwnFields {
  readonly email: string
  readonly roleId: string
  readonly rootEntityId: string
}

const ownColumns = (person: OwnFields) => ({
  display_name: person.displayName,
  short_name: person.shortName,
  phone: person.phone,
  language: person.language,
  number_format: person.numberFormat,
  date_format: person.dateFormat,
  time_zone: person.timeZone,
  contacts: JSON.stringify(person.contacts),
})
const givenColumns = (person: GivenFields) => ({
  ...ownColumns(person),
  email: person.email,
  role_id: person.roleId,
  entity_id: person.rootEntityId,
})

export async function insertUser(work: UnitOfWork, person: GivenFields): Promise<string> {
  const { id } = await work.sql
    .insertInto('users')
    .values({ ...givenColumns(person), created_at: work.now, created_by: work.actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface At {
  readonly id: string
  readonly version: number
}
const atVersion = (work: UnitOfWork, { id, version }: At) =>
  work.sql
    .updateTable('users')
    .set(versionColumns(work))
    .where('users.id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .where(eb => within(work.actor, eb.ref('users.entity_id')))
const isDone = async (update: Promise<{ numUpdatedRows: bigint }>) => (await update).numUpdatedRows > 0n

/** Each false if somebody else was faster. */
export const updateUser = (work: UnitOfWork, at: At, person: GivenFields & { readonly status: 'ACTIVE' | 'INACTIVE' }) =>
  isDone(
    atVersion(work, at)
      .set({ ...givenColumns(person), status: person.status })
      .executeTakeFirst(),
  )
export const updateOwn = (work: UnitOfWork, at: At, person: OwnFields) =>
  isDone(atVersion(work, at).set(ownColumns(person)).executeTakeFirst())
export const updateNotifications = (work: UnitOfWork, at: At, notifications: object) =>
  isDone(
    atVersion(work, at)
      .set({ notifications: JSON.stringify(notifications) })
      .executeTakeFirst(),
  )
export const updateSubscriptions = (work: UnitOfWork, at: At, subscriptions: readonly string[]) =>
  isDone(
    atVersion(work, at)
      .set({ subscriptions: [...subscriptions] })
      .executeTakeFirst(),
  )

export const setAvatar = (work: UnitOfWork, id: string, pictureId: string | null) =>
  work.sql.updateTable('users').set({ picture_id: pictureId }).where('id', '=', id).execute()

export const noteNow = (work: UnitOfWork, id: string, what: 'accepted_terms_at' | 'knowledge_version_at') =>
  work.sql
    .updateTable('users')
    .set({ [what]: work.now })
    .where('id', '=', id)
    .execute()

/** Takes all away that is the person's own, and the way in; the row stays with its name, for history. */
export async function erase(work: UnitOfWork, id: string) {
  await work.sql
    .updateTable('users')
    .set(eb => ({
      email: null,
      role_id: null,
      phone: null,
      picture_id: null,
      password_hash: null,
      contacts: '[]',
      subscriptions: [],
      status: 'INACTIVE',
      deleted_at: work.now,
      updated_at: work.now,
      updated_by: work.actor.id,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await work.sql.deleteFrom('user_access').where('user_id', '=', id).execute()
}

/** Nobody puts somebody in charge, or changes the person otherwise, before the work is done. */
export const lockPerson = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(eb => within(work.actor, eb.ref('users.entity_id')))
    .forNoKeyUpdate()
    .executeTakeFirst()

export const isResponsible = async (work: UnitOfWork, id: string): Promise<boolean> =>
  (await work.sql.selectFrom('responsibles').select('user_id').where('user_id', '=', id).limit(1).executeTakeFirst()) !==
  undefined
