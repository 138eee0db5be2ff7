import type { EntityRef } from '@steading/contract/entities'
import type { PageQuery } from '@steading/contract/paging'
import type { RawTemplate } from '@steading/contract/templates'
import type { Engine } from '@steading/contract/rule-templates'
import { RULE_TEMPLATES } from '@steading/contract/rule-templates'
import { sql } from 'kysely'
import { entityRef } from '../entities/index.ts'
import { saysPlainly } from '../platform/database/search.ts'
import { nextVersion } from '../platform/database/nextVersion.ts'
import { atOrBelow, inScope, within } from '../platform/database/work.ts'
import { who } from '../platform/database/who.ts'
import { byName } from '../platform/database/names.ts'
import type { Work } from '../platform/database/work.ts'
import { page } from '../platform/page.ts'

/** What engines are called in the caller's language. */
export type EngineNames = Readonly<Record<Engine, string>>
/** In a language: its words there, else the name it was given; the product's own are called by their engine. */
const nameIn = (language: string, engines: EngineNames) =>
  sql<string>`coalesce(rule_templates.translations->>${language}, rule_templates.name::text, ${JSON.stringify(engines)}::jsonb->>rule_templates.engine)`
/** Categories in the order of forms. */
const order = sql<number>`array_position(${sql.val(RULE_TEMPLATES)}::text[], rule_templates.engine)`

/** The product's own, and those made within reach or above it; deleted ones among them. */
const everInSight = (work: Work) =>
  work.sql
    .selectFrom('rule_templates')
    .where(sql<boolean>`(rule_templates.entity_id is null or in_sight(rule_templates.entity_id))`)
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
const inSight = (work: Work) => everInSight(work).where('rule_templates.deleted_at', 'is', null)

interface Filter {
  readonly search?: string | undefined
  readonly category?: string | undefined
  readonly entityId?: string | undefined
}

export function searchTemplates(work: Work, asked: PageQuery & Filter, language: string, engines: EngineNames) {
  const name = nameIn(language, engines)
  let query = inSight(work)
  if (asked.search) query = query.where(saysPlainly(name, asked.search))
  if (asked.category) query = query.where('rule_templates.engine', '=', asked.category)
  if (asked.entityId) query = query.where(atOrBelow(sql.ref('rule_templates.entity_id'), asked.entityId))
  const columns = { name, category: order, id: 'rule_templates.id' } as const
  return page(work, query, asked, columns, 'rule_templates.id', row => row)
}

/** What a rule of an entity may be made of: the product's, and what was made at it or above it. */
const usableAt = (entityId: string) =>
  sql<boolean>`(rule_templates.entity_id is null or exists (select 1 from entities maker, entities place
    where maker.id = rule_templates.entity_id and place.id = ${entityId} and maker.path @> place.path))`

export const templatesFor = (work: Work, entityId: string) =>
  inSight(work)
    .where(usableAt(entityId))
    .orderBy(order)
    .orderBy(byName('rule_templates.name'), names => names.asc().nullsFirst())
    .orderBy('rule_templates.id')
    .limit(500)
    .execute()

const authors = [who('rule_templates.created_by').as('createdBy'), who('rule_templates.updated_by').as('updatedBy')] as const

export const templateById = (work: Work, id: string) =>
  inSight(work).select(authors).where('rule_templates.id', '=', id).executeTakeFirst()

export const templateFor = (work: Work, id: string, entityId: string) =>
  inSight(work).select(authors).where('rule_templates.id', '=', id).where(usableAt(entityId)).executeTakeFirst()

/** Though it may be deleted since. */
export const templateOnce = (work: Work, id: string) =>
  everInSight(work).select(authors).where('rule_templates.id', '=', id).executeTakeFirst()

/** The product's own of an engine. */
export const ownTemplate = (work: Work, engine: Engine) =>
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

export async function insertTemplate(work: Work, entityId: string, wish: RawTemplate): Promise<string> {
  const { id } = await work.sql
    .insertInto('rule_templates')
    .values({ ...columnsOf(wish), entity_id: entityId, created_at: work.now, created_by: work.actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if somebody else was faster. */
export async function updateTemplate(work: Work, id: string, version: number, wish: RawTemplate): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('rule_templates')
    .set({ ...columnsOf(wish), ...nextVersion(work) })
    .where('id', '=', id)
    .where('version', '=', version)
    .where(inScope(work, 'rule_templates.entity_id'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Its rules go on: they keep the inputs that they were made with. */
export const deleteTemplate = (work: Work, id: string) =>
  work.sql
    .updateTable('rule_templates')
    .set({ deleted_at: work.now, updated_at: work.now, updated_by: work.actor.id })
    .where('id', '=', id)
    .where(inScope(work, 'rule_templates.entity_id'))
    .execute()
