import type { SpeciesCode } from '@steading/contract/production/species'
import { kindsOf } from '@steading/contract/production/species'
import { sql } from 'kysely'
import { within } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** A farm or a house for which a template creates tasks. */
export interface TaskPlace {
  readonly entityId: string
  readonly timeZone: string
  readonly batchId: string | null
}

export interface BatchPlace extends TaskPlace {
  readonly batchId: string
  readonly openDate: Date
  readonly closeDate: Date | null
  /** When the closing was entered. */
  readonly closedAt: Date | null
}

interface Home {
  readonly entityId: string
  readonly species: SpeciesCode | null
}

const isOfSpecies = (species: SpeciesCode | null) =>
  species === null ? sql`true` : sql`batches.species = any(${[...kindsOf(species)]})`
const isActive = sql`not exists (select 1 from entities above
  where above.id = any (path_ids(place.path)) and above.status <> 'ACTIVE')`

/** The farm or house of a weekly template, or the farms below its entity; with a species, those that keep it now. */
export async function weeklyPlaces(work: UnitOfWork, { entityId, species }: Home): Promise<TaskPlace[]> {
  const { rows } = await sql<TaskPlace>`
    select place.id::text as "entityId", place.time_zone as "timeZone",
      (select batches.id::text from batches where batches.entity_id = place.id and batches.close_date is null
        and ${isOfSpecies(species)} limit 1) as "batchId"
    from entities home join entities place on place.path <@ home.path
    where home.id = ${entityId} and ${within(work.actor, sql.ref('place.id'))} and ${isActive}
      and case when home.type in ('FARM', 'SECTOR') then place.id = home.id else place.type = 'FARM' end
      and (${species}::text is null or exists (select 1 from batches join entities house on house.id = batches.entity_id
        where house.path <@ place.path and batches.close_date is null and ${isOfSpecies(species)}))
    order by place.id`.execute(work.sql)
  return rows
}

/** Batches at or below the entity of a template that opened, or whose closing was entered, in a time. */
export async function batchPlaces(
  work: UnitOfWork,
  { entityId, species }: Home,
  column: 'open_date' | 'closed_at',
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<BatchPlace[]> {
  const date = sql.ref(`batches.${column}`)
  const { rows } = await sql<BatchPlace>`
    select batches.id::text as "batchId", place.id::text as "entityId", place.time_zone as "timeZone",
      batches.open_date as "openDate", batches.close_date as "closeDate", batches.closed_at as "closedAt"
    from entities home join entities place on place.path <@ home.path join batches on batches.entity_id = place.id
    where home.id = ${entityId} and ${within(work.actor, sql.ref('place.id'))} and ${isActive} and ${isOfSpecies(species)}
      and ${date} > ${from} and ${date} <= ${to}
    order by batches.id`.execute(work.sql)
  return rows
}

/** Origins of a template that have their task already, since a time. */
export async function generatedOrigins(work: UnitOfWork, templateId: string): Promise<ReadonlySet<string>> {
  const rows = await work.sql.selectFrom('task_origins').select('origin').where('template_id', '=', templateId).execute()
  return new Set(rows.map(({ origin }) => origin))
}

/** Notes the origin of a task; false: it has its task already, or had one. */
export async function claimOrigin(work: UnitOfWork, templateId: string, origin: string): Promise<boolean> {
  const row = await work.sql
    .insertInto('task_origins')
    .values({ template_id: templateId, origin, created_at: work.now })
    .onConflict(conflict => conflict.columns(['template_id', 'origin']).doNothing())
    .returning('origin')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes origins of a time that no run looks back to. */
export const deleteOrigins = (work: UnitOfWork, before: Date) =>
  work.sql.deleteFrom('task_origins').where('created_at', '<', before).execute()

/** Of these users, or of everybody with a role, those who are active and see an entity. */
export async function assigneesAt(
  work: UnitOfWork,
  entityId: string,
  { userIds, roleId }: { readonly userIds: readonly string[]; readonly roleId: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id::text as id from users join entities place on place.id = ${entityId}
    where (users.id = any(${[...userIds]}::bigint[]) or users.role_id = ${roleId}::bigint)
      and users.status = 'ACTIVE' and users.deleted_at is null and user_can_see(users.id, place.path)
    order by users.id`.execute(work.sql)
  return rows.map(({ id }) => id)
}
