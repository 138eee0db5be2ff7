import { z } from 'zod'
import { byId, Done, Id, name, NAME_LENGTH, Version } from '../http/fields.ts'
import { LANGUAGES } from '../users/languages.ts'
import { routes } from '../http/route.ts'

export const TagName = name(1, NAME_LENGTH)
/** The name in other languages; where one is missing the name itself stands. */
export const Translations = z.partialRecord(z.enum(LANGUAGES), TagName)

/** A word that people put on entities of a subtree, to find them by. */
export const Tag = z.object({
  id: Id,
  name: z.string(),
  translations: Translations,
  /** Where it was made: it may be put on that entity and on all below it. */
  entityId: Id,
  version: z.number().int(),
})
export type Tag = z.infer<typeof Tag>

/** DEFERRED: an entity above has the name already, and its tag stands; ERROR: this entity has it already. */
export const TAG_RESULTS = ['SUCCESS', 'DEFERRED', 'ERROR'] as const

const ofEntity = z.object({ entityId: Id })

export const tags = routes({
  list: {
    method: 'GET',
    path: '/entities/tags',
    summary: 'The tags that may be put on an entity: its own and those made above it',
    access: 'entities.tags.read',
    query: ofEntity,
    reply: z.array(Tag),
  },
  children: {
    method: 'GET',
    path: '/entities/children/tags',
    summary: 'The tags made at an entity or anywhere below it, for filters',
    access: 'entities.tags.read',
    query: ofEntity.partial(),
    reply: z.array(Tag),
  },
  create: {
    method: 'POST',
    path: '/entities/tags',
    summary: 'Make a tag at an entity',
    access: 'entities.tags.create',
    query: ofEntity,
    body: z.strictObject({ name: TagName, translations: Translations.default({}) }),
    reply: z.object({ result: z.enum(TAG_RESULTS), tag: Tag }),
  },
  edit: {
    method: 'PUT',
    path: '/entities/tags/:id',
    summary: 'Rename a tag',
    access: 'entities.tags.update',
    params: byId,
    body: z.strictObject({ name: TagName, translations: Translations.default({}), version: Version }),
    reply: z.object({ result: z.enum(TAG_RESULTS), tag: Tag }),
  },
  remove: {
    method: 'DELETE',
    path: '/entities/tags/:id',
    summary: 'Delete a tag; it disappears from the entities that carry it',
    access: 'entities.tags.delete',
    params: byId,
    reply: Done,
  },
})
