import { sql } from 'kysely'
import { collateNames } from '../platform/database/sql/names.ts'
import { inScope } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

const tags = (work: UnitOfWork) =>
  work.sql
    .selectFrom('entity_tags')
    .select(['entity_tags.id', sql<string>`name::text`.as('name'), 'translations', 'entity_id as entityId', 'version'])
    .orderBy(collateNames('name'))
    .orderBy('entity_tags.id')
    .limit(1000)
const onOneLine = (upwards: boolean, id: string) =>
  sql<boolean>`exists (select 1 from entities place, entities maker where place.id = ${id} and maker.id = entity_tags.entity_id
    and ${upwards ? sql`maker.path @> place.path` : sql`maker.path <@ place.path`})`

/** Made at an entity or above it, above the caller's own root too. */
export const tagsFor = (work: UnitOfWork, id: string) => tags(work).where(onOneLine(true, id)).execute()

/** Made at an entity or anywhere below it; without one wherever the caller sees. */
export function tagsBelow(work: UnitOfWork, id: string | undefined) {
  const query = tags(work).where(inScope(work, 'entity_tags.entity_id'))
  return (id === undefined ? query : query.where(onOneLine(false, id))).execute()
}

export const tagById = (work: UnitOfWork, id: string) =>
  tags(work).where(inScope(work, 'entity_tags.entity_id')).where('entity_tags.id', '=', id).executeTakeFirst()
export type TagRow = NonNullable<Awaited<ReturnType<typeof tagById>>>

/** Undefined where the entity has a tag of this name already. */
export const insertTag = (work: UnitOfWork, tag: { entityId: string; name: string; translations: Record<string, string> }) =>
  work.sql
    .insertInto('entity_tags')
    .values({ entity_id: tag.entityId, name: tag.name, translations: JSON.stringify(tag.translations) })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** False on a version conflict. */
export const updateTag = async (
  work: UnitOfWork,
  { id, version, name, translations }: { id: string; version: number; name: string; translations: Record<string, string> },
) => {
  const { numUpdatedRows } = await work.sql
    .updateTable('entity_tags')
    .set(eb => ({ name, translations: JSON.stringify(translations), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The entities that carry a tag: how many, and the names of the first hundred. */
export async function carriersOf(work: UnitOfWork, id: string) {
  const { rows } = await sql<{ names: string[]; count: number }>`
    with carriers as (select at.display_name as name, at.id from tagged_entities on_it join entities at on at.id = on_it.entity_id
      where on_it.tag_id = ${id})
    select (select count(*)::int from carriers) as count,
      array(select name from carriers order by name collate names, id limit 100) as names`.execute(work.sql)
  return rows[0]!
}

export const deleteTag = (work: UnitOfWork, id: string) => work.sql.deleteFrom('entity_tags').where('id', '=', id).execute()
