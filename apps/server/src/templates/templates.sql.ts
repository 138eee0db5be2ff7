import type { EntityRef } from '@steading/contract/entities/entities'
import type { PageQuery } from '@steading/contract/http/paging'
import type { RawTemplate } from '@steading/contract/rules/templates'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import { RULE_TEMPLATES } from '@steading/contract/rules/ruleTemplates'
import { sql } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { saysPlainly } from '../platform/database/sql/search.ts'
import { versionColumns } from '../platform/database/sql/nextVersion.ts'
import { atOrBelow, inScope, within } from '../platform/database/unitOfWork.ts'
import { personReference } from '../platform/database/sql/personReference.ts'
import { collateNames } from '../platform/database/sql/names.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fetchPage } from '../platform/database/sql/page.ts'

/** What engines are called in the caller's language. */
export type EngineNames = Readonly<Record<Engine, string>>
/** In a language: its words there, else the name it was given; the product's own are called by their engine. */
const nameIn = (language: string, engines: EngineNames) =>
  sql<string>`coalesce(rule_templates.translations->>${language}, rule_templates.name::text, ${JSON.stringify(engines)}::jsonb->>rule_templates.engine)`
/** Categories in the order of forms. */
const order = sql<number>`array_position(${sql.val(RULE_TEMPLATES)}::text[], rule_templates.engine)`

/** The product's own, and those made within reach or above it; deleted ones among them. */
const everInSight = (work: UnitOfWork) =>
  work.sql
    .selectFrom('rule_templates')
    .where(sql<boolean>`(rule_templates.entity_id is null or is_in_or_above_scope(rule_templates.entity_id))`)
    .select(eb => [
      'rule_templates.id',
      'rule_templates.engine',
      sql<string | null>`rule_templates.name::text`.as('name'),
      'rule_templates.translations',
      'rule_templates.description',
      'rule_templates.profiles',
      'rule_templates.inputs',
      'rule_templates.entity_id',
      'rule_templates.version',
      'rule_templates.created_at',
      'rule_templates.updated_at',
      entityRef('entity_id', 'rule_templates').$castTo<EntityRef | null>().as('entity'),
      sql<boolean>`rule_templates.entity_id is not null and ${within(work.actor, eb.ref('rule_templates.entity_id'))}`.as(
        'inReach',
      ),
    ])
const inSight = (work: UnitOfWork) => everInSight(work).where('rule_templates.deleted_at', 'is', null)

interface Filter {
  readonly search?: string | undefined
  readonly category?: Engine | undefined
  readonly entityId?: string | undefined
}

export function searchTemplates(work: UnitOfWork, asked: PageQuery & Filter, language: string, engines: EngineNames) {
  const name = nameIn(language, engines)
  let query = inSight(work)
  if (asked.search) query = query.where(saysPlainly(name, asked.search))
  if (asked.category) query = query.where('rule_templates.engine', '=', asked.category)
  if (asked.entityId) query = query.where(atOrBelow(sql.ref('rule_templates.entity_id'), asked.entityId))
  const columns = { name, category: order, id: 'rule_templates.id' } as const
  return fetchPage(work, query, asked, columns, 'rule_templates.id', row => row)
}

/** What a rule of an entity may be made of: the product's, and what was made at it or above it. */
const usableAt = (entityId: string) =>
  sql<boolean>`(rule_templates.entity_id is null or exists (select 1 from entities maker, entities place
    where maker.id = rule_templates.entity_id and place.id = ${entityId} and maker.path @> place.path))`

export const templatesFor = (work: UnitOfWork, entityId: string) =>
  inSight(work)
    .where(usableAt(entityId))
    .orderBy(order)
    .orderBy(collateNames('rule_templates.name'), names => names.asc().nullsFirst())
    .orderBy('rule_templates.id')
    .limit(500)
    .execute()

const authors = [
  personReference('rule_templates.created_by').as('createdBy'),
  personReference('rule_templates.updated_by').as('updatedBy'),
] as const

export const templateById = (work: UnitOfWork, id: string) =>
  inSight(work).select(authors).where('rule_templates.id', '=', id).executeTakeFirst()

export const templateFor = (work: UnitOfWork, id: string, entityId: string) =>
  inSight(work).select(authors).where('rule_templates.id', '=', id).where(usableAt(entityId)).executeTakeFirst()

/** Though it may be deleted since. */
export const templateOnce = (work: UnitOfWork, id: string) =>
  everInSight(work).select(authors).where('rule_templates.id', '=', id).executeTakeFirst()

/** The product's own of an engine. */
export const ownTemplate = (work: UnitOfWork, engine: Engine) =>
  inSight(work)
    .select(authors)
    .where('rule_templates.engine', '=', engine)
    .where('rule_templates.entity_id', 'is', null)
    .executeTakeFirst()
export type TemplateRow = Awaited<ReturnType<typeof templatesFor>>[number]
export type TemplateDetailsRow = NonNullable<Awaited<ReturnType<typeof templateById>>>

const columnsOf = ({ name, translations, description, engine, profiles, inputs }: RawTemplate) => ({
  name,
  engine,
  profiles,
  translations: JSON.stringify(translations),
  description: JSON.stringify(description),
  inputs: JSON.stringify(inputs),
})

export async function insertTemplate(work: UnitOfWork, entityId: string, wish: RawTemplate): Promise<string> {
  const { id } = await work.sql
    .insertInto('rule_templates')
    .values({ ...columnsOf(wish), entity_id: entityId, created_at: work.now, created_by: work.actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False on a version conflict. */
export async function updateTemplate(work: UnitOfWork, id: string, version: number, wish: RawTemplate): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('rule_templates')
    .set({ ...columnsOf(wish), ...versionColumns(work) })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(inScope(work, 'rule_templates.entity_id'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Its rules go on: they keep the inputs that they were made with. */
export const deleteTemplate = (work: UnitOfWork, id: string) =>
  work.sql
    .updateTable('rule_templates')
    .set({ deleted_at: work.now, updated_at: work.now, updated_by: work.actor.id })
    .where('id', '=', id)
    .where(inScope(work, 'rule_templates.entity_id'))
    .execute()
