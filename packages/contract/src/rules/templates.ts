import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { Audited, byId, DisplayName, Done, Id, Translations, Version } from '../http/fields.ts'
import { LANGUAGES } from '../users/languages.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { Engine } from './ruleTemplates.ts'
import { InputGroup, TemplateInput } from './templateInputs.ts'
import { TerminalProfile } from '../devices/terminals.ts'

const LongWords = z.partialRecord(z.enum(LANGUAGES), z.string().trim().min(1).max(1000))

/** Each engine is a category of its own, in the order in which forms offer them. */
export const TemplateCategory = z.object({
  id: Engine,
  order: z.number().int(),
  /** Control rules switch outputs by sensors; the others warn, or go by the clock. */
  kind: z.enum(['CONTROL', 'ALARM', 'SCHEDULER']),
})
export type TemplateCategory = z.infer<typeof TemplateCategory>

export const Template = z.object({
  id: Id,
  /** null: one of the product's own, called by the words of its category. */
  name: z.string().nullable(),
  translations: Translations,
  description: LongWords,
  category: TemplateCategory,
  /** Boxes that can run it; none named: all. */
  profiles: z.array(TerminalProfile),
  /** Rules of it open events. */
  hasEvent: z.boolean(),
  /** Where it was made: rules there and below may use it. null: everywhere. */
  entity: EntityRef.nullable(),
  isSystem: z.boolean(),
  editable: z.boolean(),
  version: z.number().int(),
})
export type Template = z.infer<typeof Template>

export const TemplateDetails = Template.extend({
  /** In the order of the form's tabs. */
  groups: z.array(InputGroup),
  inputs: z.array(TemplateInput),
}).extend(Audited.shape)
export type TemplateDetails = z.infer<typeof TemplateDetails>

/** A template as it is written down: what an editor opens, and what may be sent back as a new one. */
export const RawTemplate = z.strictObject({
  name: DisplayName,
  translations: Translations.default({}),
  description: LongWords.default({}),
  engine: Engine,
  profiles: z.array(TerminalProfile).default([]),
  inputs: z.array(TemplateInput).min(1).max(40),
})
export type RawTemplate = z.infer<typeof RawTemplate>
export type RawTemplateInput = z.input<typeof RawTemplate>

export const templatePages = paging({ sorts: ['name', 'category', 'id'], sort: 'name', direction: 'ASC' })

const readers = ['rules.read', 'rules.alarms', 'rules.scheduler', 'rulesTemplates.read'] as const

export const templates = routes({
  search: {
    method: 'GET',
    path: '/rules/template/search',
    summary: 'Rule templates, paged',
    access: 'rulesTemplates.read',
    query: templatePages.query.extend({
      search: z.string().trim().max(150).optional(),
      category: Engine.optional(),
      /** Made there or below it. */
      entityId: Id.optional(),
    }),
    reply: templatePages.of(Template),
  },
  categories: {
    method: 'GET',
    path: '/rules/template/categories',
    summary: 'The categories of rule templates, in the order of forms',
    access: readers,
    reply: z.array(TemplateCategory),
  },
  list: {
    method: 'GET',
    path: '/rules/template',
    summary: 'The templates that a rule of an entity may use: the product’s, and those made at it or above it',
    access: readers,
    query: z.object({ entityId: Id }),
    reply: z.array(Template),
  },
  details: {
    method: 'GET',
    path: '/rules/template/:id',
    summary: 'A template with its inputs, as a rule’s form shows them',
    access: readers,
    params: byId,
    reply: TemplateDetails,
  },
  raw: {
    method: 'GET',
    path: '/rules/template/:id/raw',
    summary: 'A template as it is written down',
    access: 'rulesTemplates.read',
    params: byId,
    reply: RawTemplate,
  },
  create: {
    method: 'POST',
    path: '/rules/template',
    summary: 'Make a template: a narrower or renamed form of one of the product’s',
    access: 'rulesTemplates.create',
    body: z.strictObject({ entityId: Id, ...RawTemplate.shape }),
    reply: TemplateDetails,
  },
  edit: {
    method: 'PUT',
    path: '/rules/template/:id',
    summary: 'Change a template; rules that were made of it keep what they have until they are saved',
    access: 'rulesTemplates.update',
    params: byId,
    body: z.strictObject({ ...RawTemplate.shape, version: Version }),
    reply: TemplateDetails,
    refusals: ['CANNOT_CHANGE_A_SYSTEM_TEMPLATE'],
  },
  remove: {
    method: 'DELETE',
    path: '/rules/template/:id',
    summary: 'Delete a template; its rules go on and can be changed, and no new one is made of it',
    access: 'rulesTemplates.delete',
    params: byId,
    reply: Done,
    refusals: ['CANNOT_CHANGE_A_SYSTEM_TEMPLATE'],
  },
})
