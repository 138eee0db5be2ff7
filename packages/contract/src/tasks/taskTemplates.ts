import { z } from 'zod'
import { EntityRef } from '../entities/entityRef.ts'
import { Severity } from '../events/kinds.ts'
import { Audited, byId, ClockTime, DisplayName, Done, Id, many, Version, Who } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'
import { SpeciesCode } from '../production/species.ts'
import { MOST_ASSIGNEES, MOST_CHECKS } from './tasks.ts'

export const APPROVAL_STATUSES = ['DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'REJECTED'] as const
export const ApprovalStatus = z.enum(APPROVAL_STATUSES)
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

/** Day of a batch, 0: its opening, at most. */
const MOST_DAYS = 600
const MOST_DUE_HOURS = 24 * 60

export const TASK_TRIGGERS = ['MANUAL', 'BATCH_DAY', 'WEEKLY', 'BATCH_CLOSE'] as const
/** When a template makes a task. Days and times are those of the place. */
export const TaskTrigger = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('MANUAL') }),
  z.strictObject({ type: z.literal('BATCH_DAY'), day: z.number().int().min(0).max(MOST_DAYS) }),
  z.strictObject({
    type: z.literal('WEEKLY'),
    /** 1 is Monday. */
    weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    time: ClockTime,
  }),
  z.strictObject({ type: z.literal('BATCH_CLOSE') }),
])
export type TaskTrigger = z.infer<typeof TaskTrigger>

const entered = {
  displayName: DisplayName,
  description: z.string().trim().max(500).default(''),
  /** It creates tasks for the batches at and below it; weekly for this farm or house, or for the farms below. */
  entityId: Id,
  /** Of batches of this species, or of a kind of it; null: of all. */
  species: SpeciesCode.nullable().default(null),
  checklist: z.array(z.string().trim().min(1).max(150)).max(MOST_CHECKS).default([]),
  /** People, or everybody of a role who sees the place. */
  assigneeIds: z.array(Id).max(MOST_ASSIGNEES).default([]),
  assigneeRoleId: Id.nullable().default(null),
  priority: Severity.default('MODERATE'),
  requiresApproval: z.boolean().default(false),
  trigger: TaskTrigger,
  /** Hours from the trigger to the due date. */
  dueAfter: z.number().int().min(1).max(MOST_DUE_HOURS).default(24),
}
export const CreateTaskTemplate = z.strictObject(entered)
export const EditTaskTemplate = z.strictObject({ ...entered, version: Version })

export const TaskTemplate = z
  .object({
    id: Id,
    displayName: z.string(),
    description: z.string(),
    entity: EntityRef,
    species: SpeciesCode.nullable(),
    checklist: z.array(z.string()),
    assignees: z.array(Who),
    assigneeRole: z.object({ id: Id, name: z.string() }).nullable(),
    priority: Severity,
    requiresApproval: z.boolean(),
    trigger: TaskTrigger,
    dueAfter: z.number().int(),
    approvalStatus: ApprovalStatus,
    /** Why it was rejected. */
    rejectionNote: z.string().nullable(),
    version: z.number().int(),
  })
  .extend(Audited.shape)
export type TaskTemplate = z.infer<typeof TaskTemplate>

export const taskTemplatePages = paging({
  sorts: ['creationTimestamp', 'displayName', 'id'],
  sort: 'creationTimestamp',
  direction: 'DESC',
})

const byVersion = z.strictObject({ version: Version })

export const taskTemplates = routes({
  search: {
    method: 'GET',
    path: '/tasks/templates/search',
    summary: 'Task templates, paged',
    access: 'tasks.read',
    query: taskTemplatePages.query.extend({
      entityId: Id.optional(),
      approvalStatus: many(ApprovalStatus).optional(),
      search: z.string().trim().max(150).optional(),
    }),
    reply: taskTemplatePages.of(TaskTemplate),
  },
  details: {
    method: 'GET',
    path: '/tasks/templates/:id',
    summary: 'One task template',
    access: 'tasks.read',
    params: byId,
    reply: TaskTemplate,
  },
  create: {
    method: 'POST',
    path: '/tasks/templates',
    summary: 'A new task template; it waits for its approval',
    access: 'tasks.create',
    body: CreateTaskTemplate,
    reply: TaskTemplate,
  },
  edit: {
    method: 'PUT',
    path: '/tasks/templates/:id',
    summary: 'Change a task template; an approved one waits for its approval again',
    access: 'tasks.update',
    params: byId,
    body: EditTaskTemplate,
    reply: TaskTemplate,
  },
  submit: {
    method: 'PUT',
    path: '/tasks/templates/:id/submit',
    summary: 'Ask for the approval of a draft or a rejected template',
    access: 'tasks.update',
    params: byId,
    body: byVersion,
    reply: TaskTemplate,
    refusals: ['TASK_STATUS_NOT_POSSIBLE'],
  },
  approve: {
    method: 'PUT',
    path: '/tasks/templates/:id/approve',
    summary: 'Approve a task template: from now on it makes tasks',
    access: 'taskTemplates.approve_reject',
    params: byId,
    body: byVersion,
    reply: TaskTemplate,
    refusals: ['TASK_STATUS_NOT_POSSIBLE'],
  },
  reject: {
    method: 'PUT',
    path: '/tasks/templates/:id/reject',
    summary: 'Reject a task template, with the reason',
    access: 'taskTemplates.approve_reject',
    params: byId,
    body: byVersion.extend({ notes: z.string().trim().min(1).max(1000) }),
    reply: TaskTemplate,
    refusals: ['TASK_STATUS_NOT_POSSIBLE'],
  },
  remove: {
    method: 'DELETE',
    path: '/tasks/templates/:id',
    summary: 'Delete a task template',
    access: 'taskTemplates.delete',
    params: byId,
    reply: Done,
    refusals: ['CANNOT_DELETE_TASK_TEMPLATE_WITH_DEPENDENCIES'],
  },
})
