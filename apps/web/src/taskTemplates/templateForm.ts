import type { Severity } from '@steading/contract/events/kinds'
import type { SpeciesCode } from '@steading/contract/production/species'
import { CreateTaskTemplate, EditTaskTemplate, type TaskTemplate, type TaskTrigger } from '@steading/contract/tasks/taskTemplates'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { messagesOf } from '../animalMovements/index.ts'

/** A task template as its form holds it; day, weekdays and time stay while the trigger is another. */
export interface TemplateFormValues {
  displayName: string
  description: string
  entityId: string | null
  species: SpeciesCode | null
  checklist: readonly { readonly text: string }[]
  assigneeIds: readonly string[]
  assigneeRoleId: string | null
  priority: Severity
  requiresApproval: boolean
  trigger: TaskTrigger['type']
  day: number | undefined
  /** 1 is Monday. */
  weekdays: readonly number[]
  time: string | undefined
  /** Hours. */
  dueAfter: number | undefined
}

const DUE_AFTER = 24
const MORNING = '08:00'

export const emptyValues = (entityId: string | null): TemplateFormValues => ({
  displayName: '',
  description: '',
  entityId,
  species: null,
  checklist: [],
  assigneeIds: [],
  assigneeRoleId: null,
  priority: 'MODERATE',
  requiresApproval: false,
  trigger: 'MANUAL',
  day: undefined,
  weekdays: [],
  time: MORNING,
  dueAfter: DUE_AFTER,
})

/** What the edit form holds of a template. */
export const toFormValues = (template: TaskTemplate): TemplateFormValues => ({
  displayName: template.displayName,
  description: template.description,
  entityId: template.entity.id,
  species: template.species,
  checklist: template.checklist.map(text => ({ text })),
  assigneeIds: template.assignees.map(({ userId }) => userId),
  assigneeRoleId: template.assigneeRole?.id ?? null,
  priority: template.priority,
  requiresApproval: template.requiresApproval,
  trigger: template.trigger.type,
  day: template.trigger.type === 'BATCH_DAY' ? template.trigger.day : undefined,
  weekdays: template.trigger.type === 'WEEKLY' ? template.trigger.weekdays : [],
  time: template.trigger.type === 'WEEKLY' ? template.trigger.time : MORNING,
  dueAfter: template.dueAfter,
})

/** The trigger that is chosen, with its own entries alone. */
const toTrigger = ({ trigger, day, weekdays, time }: TemplateFormValues) => {
  if (trigger === 'BATCH_DAY') return { type: trigger, day }
  if (trigger === 'WEEKLY') return { type: trigger, weekdays: [...weekdays], time: time ?? '' }
  return { type: trigger }
}

const toBody = (values: TemplateFormValues) => ({
  displayName: values.displayName,
  description: values.description,
  entityId: values.entityId ?? undefined,
  species: values.species,
  checklist: values.checklist.map(({ text }) => text).filter(text => text.trim() !== ''),
  assigneeIds: [...values.assigneeIds],
  assigneeRoleId: values.assigneeRoleId,
  priority: values.priority,
  requiresApproval: values.requiresApproval,
  trigger: toTrigger(values),
  dueAfter: values.dueAfter ?? null,
})

/** @throws ZodError for values that `validateNew` rejects */
export const toCreateRequest = (values: TemplateFormValues): z.output<typeof CreateTaskTemplate> =>
  CreateTaskTemplate.parse(toBody(values))
/** @throws ZodError for values that `validateEdited` rejects */
export const toEditRequest = (values: TemplateFormValues, version: number): z.output<typeof EditTaskTemplate> =>
  EditTaskTemplate.parse({ ...toBody(values), version })

/** The field of the form that a field of the request belongs to. */
export const toFormField = (field: string): string => field.replace(/^trigger\./, '')

/** Problems of a new template before it is sent, in words, by field. */
export const validateNew = (values: TemplateFormValues, t: Translate) =>
  messagesOf(CreateTaskTemplate, toBody(values), [], t, toFormField)
/** Problems of an edited template. */
export const validateEdited = (values: TemplateFormValues, version: number, t: Translate) =>
  messagesOf(EditTaskTemplate, { ...toBody(values), version }, [], t, toFormField)
