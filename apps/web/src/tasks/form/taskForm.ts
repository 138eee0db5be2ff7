import type { Severity } from '@steading/contract/events/kinds'
import type { FieldProblem } from '@steading/contract/http/problem'
import type { TaskTemplate } from '@steading/contract/tasks/taskTemplates'
import { CreateTask, EditTask, type TaskDetails } from '@steading/contract/tasks/tasks'
import type { Translate } from '@steading/locales/text'
import type { z } from 'zod'
import { messagesOf, requiredProblem } from '../../animalMovements/index.ts'

/** A line of a checklist as its form holds it. */
export interface CheckLine {
  readonly text: string
  readonly done: boolean
}

/** A task as its form holds it; times in ISO UTC. */
export interface TaskFormValues {
  title: string
  description: string
  additionalNotes: string
  /** Null: where its batch is. */
  entityId: string | null
  batchId: string | null
  assigneeIds: readonly string[]
  priority: Severity
  startDate: string | null
  dueDate: string | null
  requiresApproval: boolean
  checklist: readonly CheckLine[]
  files: readonly File[]
  /** Names of stored attachments that go. */
  removed: readonly string[]
}

const HOUR = 3_600_000
const MINUTE = 60_000
/** Hours until a new task is due. */
const DUE_AFTER = 24

/** To the minute. */
const dueIn = (hours: number, now: number): string => new Date(now - (now % MINUTE) + hours * HOUR).toISOString()

/** A new task is due tomorrow at this time. */
export const emptyValues = (place: { entityId: string | null; batchId: string | null }, now: number): TaskFormValues => ({
  title: '',
  description: '',
  additionalNotes: '',
  ...place,
  assigneeIds: [],
  priority: 'MODERATE',
  startDate: null,
  dueDate: dueIn(DUE_AFTER, now),
  requiresApproval: false,
  checklist: [],
  files: [],
  removed: [],
})

/** A new task as a template describes it. */
export const templateValues = (template: TaskTemplate, values: TaskFormValues, now: number): TaskFormValues => ({
  ...values,
  title: template.displayName,
  description: template.description,
  entityId: values.entityId ?? (values.batchId === null ? template.entity.id : null),
  assigneeIds: template.assignees.map(({ userId }) => userId),
  priority: template.priority,
  dueDate: dueIn(template.dueAfter, now),
  requiresApproval: template.requiresApproval,
  checklist: template.checklist.map(text => ({ text, done: false })),
})

/** What the edit form holds of a task. */
export const toFormValues = (task: TaskDetails): TaskFormValues => ({
  title: task.title,
  description: task.description,
  additionalNotes: '',
  entityId: task.entity.id,
  batchId: task.batch?.id ?? null,
  assigneeIds: task.assignees.map(({ userId }) => userId),
  priority: task.priority,
  startDate: task.startDate,
  dueDate: task.dueDate,
  requiresApproval: task.requiresApproval,
  checklist: task.checklist.map(({ text, done }) => ({ text, done })),
  files: [],
  removed: [],
})

/** Lines without text are not sent. */
const filled = (lines: readonly CheckLine[]) => lines.filter(({ text }) => text.trim() !== '')

/** What create and edit send alike. */
const toFields = (values: TaskFormValues) => ({
  title: values.title,
  description: values.description,
  additionalNotes: values.additionalNotes,
  ...(values.entityId !== null && { entityId: values.entityId }),
  batchId: values.batchId,
  assigneeIds: [...values.assigneeIds],
  priority: values.priority,
  startDate: values.startDate,
  dueDate: values.dueDate ?? undefined,
  requiresApproval: values.requiresApproval,
})

const toCreateBody = (values: TaskFormValues, templateId?: string) => ({
  ...toFields(values),
  checklist: filled(values.checklist).map(({ text }) => text),
  ...(templateId !== undefined && { templateId }),
})
const toEditBody = (values: TaskFormValues, version: number) => ({
  ...toFields(values),
  checklist: filled(values.checklist).map(({ text, done }) => ({ text, done })),
  removedAttachments: [...values.removed],
  version,
})

/** @throws ZodError for values that `validateNew` rejects */
export const toCreateRequest = (values: TaskFormValues, templateId?: string): z.output<typeof CreateTask> =>
  CreateTask.parse(toCreateBody(values, templateId))
/** @throws ZodError for values that `validateEdited` rejects */
export const toEditRequest = (values: TaskFormValues, version: number): z.output<typeof EditTask> =>
  EditTask.parse(toEditBody(values, version))

/** The request that ticks lines of a task's checklist, by their index, and changes nothing else. */
export function toTickRequest(task: TaskDetails, ticks: ReadonlyMap<number, boolean>): z.output<typeof EditTask> {
  const values = toFormValues(task)
  const checklist = values.checklist.map(({ text, done }, index) => ({ text, done: ticks.get(index) ?? done }))
  return toEditRequest({ ...values, checklist }, task.version)
}

/** The field of the form that a field of the request belongs to. */
export const toFormField = (field: string): string => (field.startsWith('removedAttachments') ? 'files' : field)

/** What is missing: an empty text is said as required, and a task is at a place or of a batch. */
const missingFields = ({ title, entityId, batchId }: TaskFormValues): readonly FieldProblem[] => [
  ...(title.trim() === '' ? [requiredProblem('title')] : []),
  ...(entityId === null && batchId === null ? [requiredProblem('entityId')] : []),
]

/** Problems of a new task before it is sent, in words, by field. */
export const validateNew = (values: TaskFormValues, t: Translate) =>
  messagesOf(CreateTask, toCreateBody(values), missingFields(values), t, toFormField)
/** Problems of an edited task. */
export const validateEdited = (values: TaskFormValues, version: number, t: Translate) =>
  messagesOf(EditTask, toEditBody(values, version), missingFields(values), t, toFormField)
