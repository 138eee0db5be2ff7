import { z } from 'zod'
import { Attachment } from '../attachments.ts'
import { EntityRef } from '../entities/entityRef.ts'
import { Severity } from '../events/kinds.ts'
import { Audited, byId, Done, flag, Id, Instant, LabelledText, many, Stamp, Version, Who } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { BATCH_ATTACHMENTS, BatchFiles } from '../production/batches.ts'
import { BatchRef } from '../production/batchRef.ts'
import { BOARD_STATUSES, TASK_STATUSES, TRANSITION_REFUSALS } from './transitions.ts'

export const TaskStatusName = z.enum(TASK_STATUSES)
/** The most lines of a checklist, and the most people of a task. */
export const MOST_CHECKS = 50
export const MOST_ASSIGNEES = 20

const ChecklistText = z.string().trim().min(1).max(150)
/** A line of a checklist, with who ticked it and when. */
export const ChecklistItem = z.object({ text: z.string(), done: z.boolean(), by: Who.nullable(), at: Stamp.nullable() })
export type ChecklistItem = z.infer<typeof ChecklistItem>

export const Task = z
  .object({
    id: Id,
    title: z.string(),
    /** The farm, or its house or room. */
    entity: EntityRef,
    batch: BatchRef.nullable(),
    template: z.object({ id: Id, displayName: z.string() }).nullable(),
    assignees: z.array(Who),
    priority: Severity,
    status: TaskStatusName,
    startDate: Stamp.nullable(),
    dueDate: Stamp,
    /** Due, and not finished. */
    overdue: z.boolean(),
    checklist: z.array(ChecklistItem),
    requiresApproval: z.boolean(),
    approvedBy: Who.nullable(),
    /** IANA, of its place. */
    timeZone: z.string(),
    version: z.number().int(),
  })
  .extend(Audited.shape)
export type Task = z.infer<typeof Task>

export const TaskChange = z.object({ status: TaskStatusName, notes: z.string(), user: Who.nullable(), date: Stamp })
export type TaskChange = z.infer<typeof TaskChange>

export const TaskDetails = Task.extend({
  description: z.string(),
  attachments: z.array(Attachment),
  /** The oldest first. */
  changes: z.array(TaskChange),
})
export type TaskDetails = z.infer<typeof TaskDetails>

export const taskPages = paging({
  sorts: ['dueDate', 'title', 'priority', 'status', 'creationTimestamp', 'id'],
  sort: 'dueDate',
  direction: 'DESC',
})

const filters = {
  /** At or below it. */
  entityId: Id.optional(),
  batchId: Id.optional(),
  /** One of these people; `me` in the address is the caller. */
  assigneeId: Id.optional(),
}
export const taskSearch = taskPages.query.extend({
  ...filters,
  status: many(TaskStatusName).optional(),
  priority: many(Severity).optional(),
  overdue: flag.optional(),
  templateId: Id.optional(),
  /** Words of the title. */
  search: z.string().trim().max(150).optional(),
  /** Due in this span. */
  fromDate: Instant.optional(),
  toDate: Instant.optional(),
})

const written = {
  title: LabelledText.min(1),
  description: z.string().trim().max(500).default(''),
  additionalNotes: z.string().trim().max(1000).default(''),
  /** A farm or one of its houses. Left out: of a new task where its batch is, of another where it was. */
  entityId: Id.optional(),
  /** Left out: of a new task none, of another the one that it had. */
  batchId: Id.nullable().optional(),
  assigneeIds: z.array(Id).max(MOST_ASSIGNEES).default([]),
  priority: Severity.default('MODERATE'),
  startDate: Instant.nullable().default(null),
  dueDate: Instant,
  requiresApproval: z.boolean().default(false),
}
const dates = (
  { startDate, dueDate }: { readonly startDate: string | null; readonly dueDate: string },
  context: z.RefinementCtx,
) => {
  if (startDate !== null && dueDate < startDate)
    context.addIssue({ code: 'custom', message: 'endBeforeStart', path: ['dueDate'] })
}
/** Where it is: an entity, or a batch that says it. */
const somewhere = (
  { entityId, batchId }: { readonly entityId?: string | undefined; readonly batchId?: string | null | undefined },
  context: z.RefinementCtx,
) => {
  if (entityId === undefined && (batchId ?? null) === null)
    context.addIssue({ code: 'custom', message: 'required', path: ['entityId'] })
}

export const CreateTask = z
  .strictObject({
    ...written,
    checklist: z.array(ChecklistText).max(MOST_CHECKS).default([]),
    templateId: Id.optional(),
  })
  .superRefine(dates)
  .superRefine(somewhere)
export const EditTask = z
  .strictObject({
    ...written,
    checklist: z
      .array(z.strictObject({ text: ChecklistText, done: z.boolean() }))
      .max(MOST_CHECKS)
      .default([]),
    removedAttachments: z.array(z.string()).max(BATCH_ATTACHMENTS).default([]),
    version: Version,
  })
  .superRefine(dates)

/** Tasks of a column of the board at most. */
export const BOARD_MOST = 50
/** DONE shows the tasks of so many days. */
export const BOARD_DAYS = 30
export const TaskColumn = z.object({ status: z.enum(BOARD_STATUSES), tasks: z.array(Task), total: z.number().int() })
export type TaskColumn = z.infer<typeof TaskColumn>

export const tasks = routes({
  search: {
    method: 'GET',
    path: '/tasks/search',
    summary: 'Tasks, paged',
    access: 'tasks.read',
    query: taskSearch,
    reply: taskPages.of(Task),
  },
  board: {
    method: 'GET',
    path: '/tasks/board',
    summary: 'Tasks by column, the most urgent first; DONE of the last 30 days; at most 50 a column',
    access: 'tasks.read',
    query: z.object(filters),
    reply: z.array(TaskColumn),
  },
  details: {
    method: 'GET',
    path: '/tasks/:id',
    summary: 'One task',
    access: 'tasks.read',
    params: byId,
    reply: TaskDetails,
  },
  create: {
    method: 'POST',
    path: '/tasks',
    summary: 'A new task; its people hear of it',
    access: 'tasks.create',
    multipart: { json: 'createTaskRequest', files: 'files', limits: 'batch' },
    body: CreateTask,
    reply: TaskDetails,
    refusals: ['TASK_TEMPLATE_NOT_FOUND', 'EVENT_DATE_GTE_LAST_ANI_MOV_DATE'],
  },
  edit: {
    method: 'PUT',
    path: '/tasks/:id',
    summary: 'Change a task that is not finished; while it waits for approval, with the right to approve',
    access: 'tasks.update',
    params: byId,
    multipart: { json: 'editTaskRequest', files: 'files', limits: 'batch' },
    body: EditTask,
    reply: TaskDetails,
    refusals: ['EVENT_DATE_GTE_LAST_ANI_MOV_DATE', 'TASK_FINISHED'],
  },
  setStatus: {
    method: 'PUT',
    path: '/tasks/:id/status',
    summary: 'Start, stop, finish, approve, reject, cancel or reopen a task',
    access: 'tasks.update',
    params: byId,
    body: z.strictObject({ status: TaskStatusName, notes: z.string().trim().max(1000).default(''), version: Version }),
    reply: TaskDetails,
    refusals: Object.values(TRANSITION_REFUSALS),
  },
  remove: {
    method: 'DELETE',
    path: '/tasks/:id',
    summary: 'Delete a task',
    access: 'tasks.delete',
    params: byId,
    reply: Done,
  },
  attachments: {
    method: 'GET',
    path: '/tasks/:id/attachments',
    summary: 'The files of a task',
    access: 'tasks.read',
    params: byId,
    reply: z.array(Attachment),
  },
  attachment: {
    method: 'GET',
    path: '/tasks/:id/attachments/:name',
    summary: 'A file of a task',
    access: 'tasks.read',
    params: byId.extend({ name: z.string().min(1).max(255) }),
    reply: BatchFiles,
  },
})
