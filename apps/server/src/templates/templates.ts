import { KIND_OF, RULE_TEMPLATES } from '@steading/contract/rules/ruleTemplates'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import type { RawTemplate, Template, TemplateCategory, TemplateDetails } from '@steading/contract/rules/templates'
import { isEntityInReach } from '../entities/index.ts'
import { mapUniqueViolation } from '../platform/database/constraints.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges, deleted, created as madeWith } from '../platform/database/fieldChanges.ts'
import { Failed, invalid, NotFound, Refused, VersionConflict } from '../platform/failures.ts'
import { inputsOf } from './engines.ts'
import { groupsOf, inputProblems } from './narrower.ts'
import {
  deleteTemplate,
  insertTemplate,
  ownTemplate,
  templateById,
  templateFor,
  templateOnce,
  updateTemplate,
} from './templates.sql.ts'
import type { TemplateDetailsRow, TemplateRow } from './templates.sql.ts'

const categoryOf = (id: Engine): TemplateCategory => ({ id, order: RULE_TEMPLATES.indexOf(id), kind: KIND_OF[id] })
export const categories: readonly TemplateCategory[] = RULE_TEMPLATES.map(categoryOf)

const engineOf = (row: Pick<TemplateRow, 'engine'>) => row.engine
/** The product's own have what their engines have. */
const inputsIn = (row: TemplateRow): readonly TemplateInput[] =>
  (row.inputs as readonly TemplateInput[] | null) ?? inputsOf(engineOf(row)) // safe: the contract checked it before it was stored

export const present = (row: TemplateRow): Template => ({
  id: row.id,
  name: row.name,
  // safe: the contract checked all three before they were stored
  translations: row.translations as Template['translations'],
  description: row.description as Template['description'],
  profiles: row.profiles as Template['profiles'],
  category: categoryOf(engineOf(row)),
  hasEvent: KIND_OF[engineOf(row)] === 'ALARM',
  entity: row.entity,
  isSystem: row.entity_id === null,
  editable: row.inReach,
  version: row.version,
})

export function presentDetails(row: TemplateDetailsRow): TemplateDetails {
  const inputs = inputsIn(row)
  return {
    ...present(row),
    groups: groupsOf(inputs),
    inputs: [...inputs],
    createdBy: row.createdBy,
    creationTimestampUtc: row.created_at.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
  }
}

/** As it is written down; one of the product's own is called by its engine. */
export const rawOf = (row: TemplateDetailsRow): RawTemplate => {
  const { name, translations, description, profiles } = present(row)
  const engine = engineOf(row)
  return { name: name ?? engine, translations, description, profiles, engine, inputs: [...inputsIn(row)] }
}

/** What a new rule of an entity may be made of; undefined: nothing of that id is there. Asked over the whole tree. */
export async function usableTemplate(work: UnitOfWork, id: string, entityId: string): Promise<TemplateDetails | undefined> {
  const row = await work.withSystemScope(systemWork => templateFor(systemWork, id, entityId))
  return row && presentDetails(row)
}

/** What a rule was made of, though it may be deleted since; the product's own where there is none, or none in sight any more. */
export const templateOfRule = async (work: UnitOfWork, id: string | null, engine: Engine): Promise<TemplateDetails> =>
  presentDetails((id !== null && (await templateOnce(work, id))) || orNotFound(await ownTemplate(work, engine)))

const nameUnique = <T>(act: () => Promise<T>) =>
  mapUniqueViolation('rule_templates_entity_id_name_key', () => invalid('name', 'nameInUse'), act)

function mustBeNarrower({ engine, inputs }: RawTemplate) {
  const problems = inputProblems(engine, inputs)
  if (problems.length > 0) throw new Failed('INVALID_INPUT', problems)
}

/** @throws Failed for a place out of reach, for a name that the place has already, for inputs beyond those of the engine */
export async function createTemplate(work: UnitOfWork, entityId: string, wish: RawTemplate): Promise<TemplateDetailsRow> {
  if (!(await isEntityInReach(work, entityId))) throw invalid('entityId', 'notFound')
  mustBeNarrower(wish)
  const made = await theTemplate(work, await nameUnique(() => insertTemplate(work, entityId, wish)))
  await tell(work, 'CREATE', made, madeWith(rawOf(made)))
  return made
}

/** @throws Refused for the product's own; NotFound for those made above the caller's reach; Failed; VersionConflict */
export async function editTemplate(
  work: UnitOfWork,
  id: string,
  version: number,
  wish: RawTemplate,
): Promise<TemplateDetailsRow> {
  const before = await theTemplate(work, id)
  // Rules were made of it: another engine would leave them without what they run.
  if (wish.engine !== before.engine) throw invalid('engine', 'unchangeable')
  mustBeNarrower(wish)
  return saveIfChanged(work, {
    before,
    read: () => theTemplate(work, id),
    write: async () => {
      if (!(await nameUnique(() => updateTemplate(work, id, version, wish)))) throw new VersionConflict()
    },
    audit: after => tell(work, 'UPDATE', after, fieldChanges(rawOf(before), rawOf(after))),
  })
}

/** @throws Refused, NotFound */
export async function removeTemplate(work: UnitOfWork, id: string): Promise<void> {
  const row = await theTemplate(work, id)
  await deleteTemplate(work, id)
  await tell(work, 'DELETE', row, deleted(rawOf(row)))
}

/** A template that the caller may change: made within reach. Everybody sees the product's own: they are told that nobody does. */
async function theTemplate(work: UnitOfWork, id: string): Promise<TemplateDetailsRow> {
  const row = await templateById(work, id)
  if (row?.entity_id === null) throw new Refused('CANNOT_CHANGE_A_SYSTEM_TEMPLATE')
  if (!row?.inReach) throw new NotFound()
  return row
}

const tell = (
  work: UnitOfWork,
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  row: TemplateDetailsRow,
  changes: ReturnType<typeof fieldChanges>,
) =>
  work.audit({
    action,
    objectType: 'template',
    objectId: row.id,
    objectName: row.name ?? row.engine,
    entityId: row.entity_id,
    changes,
  })
