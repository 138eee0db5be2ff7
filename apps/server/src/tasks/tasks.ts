import type { ChecklistItem, CreateTask, EditTask, Task, TaskDetails } from '@steading/contract/tasks/tasks'
import { FINISHED, isEditable, transition, TRANSITION_REFUSALS } from '@steading/contract/tasks/transitions'
import type { TaskStatus } from '@steading/contract/tasks/transitions'
import type { z } from 'zod'
import { refuseHiddenBatches, requireBatch, requireFarmOrSector, visibleBatch } from '../events/index.ts'
import { isPermitted } from '../platform/actor.ts'
import { created, deleted, fieldChanges } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { changeAttachments, presentAttachment } from '../platform/files/changeAttachments.ts'
import type { AttachmentStore, StoredUpload } from '../platform/files/changeAttachments.ts'
import type { TaskNotifier } from './notification/taskNotifier.ts'
import * as rows from './tasks.sql.ts'
import type { StoredCheck, TaskColumns, TaskRow } from './tasks.sql.ts'

export interface Uploaded {
  readonly store: AttachmentStore
  readonly uploads: readonly StoredUpload[]
}

/** What a change of a task needs besides the database. */
export interface TaskServices {
  readonly notifier: TaskNotifier
}

const checksOf = (row: Pick<TaskRow, 'checklist'>) => row.checklist as unknown as readonly StoredCheck[] // safe: this file is the only writer

export function presentTask(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    entity: row.entity,
    batch: row.batch,
    template: row.template,
    assignees: row.assignees,
    priority: row.priority,
    status: row.status,
    startDate: row.start_at?.toISOString() ?? null,
    dueDate: row.due_at.toISOString(),
    overdue: row.overdue,
    checklist: checksOf(row).map(({ text, done, at }, index): ChecklistItem => ({
      text,
      done,
      at,
      by: row.checkers[index] ?? null,
    })),
    requiresApproval: row.requires_approval,
    approvedBy: row.approvedBy,
    timeZone: row.timeZone,
    version: row.version,
    createdBy: row.createdBy,
    creationTimestampUtc: row.created_at.toISOString(),
    lastUpdatedBy: row.updatedBy,
    lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
  }
}

export async function presentTaskDetails(work: UnitOfWork, row: TaskRow): Promise<TaskDetails> {
  const changes = await rows.changesOf(work, row.id)
  const owner = rows.attachmentOwner(work, { id: row.id, entityId: row.entity_id })
  return {
    ...presentTask(row),
    description: row.description,
    attachments: (await owner.list()).map(presentAttachment),
    changes: changes.map(({ status, notes, user, at }) => ({
      status: status as TaskStatus, // safe: this file is the only writer
      notes,
      user,
      date: at.toISOString(),
    })),
  }
}

type Written = Pick<
  z.output<typeof EditTask>,
  'title' | 'description' | 'entityId' | 'batchId' | 'assigneeIds' | 'priority' | 'startDate' | 'dueDate' | 'requiresApproval'
>

/**
 * The columns of a new or an edited task. Entity and batch follow the rules of events; what stays as it was is not validated again,
 * whatever became of it since.
 * @throws Failed for an entity, a batch or people out of reach, or a batch of elsewhere; Refused for a batch that had ended
 */
async function columnsOf(work: UnitOfWork, written: Written, before?: TaskRow): Promise<TaskColumns> {
  if (written.batchId) refuseHiddenBatches(work, written.batchId)
  const entityId = written.entityId ?? before?.entity_id ?? (await visibleBatch(work, written.batchId!)).entity_id // safe: the contract asks for one of them
  const isSameEntity = entityId === before?.entity_id
  if (!isSameEntity) await requireFarmOrSector(work, entityId)
  const startAt = written.startDate === null ? null : new Date(written.startDate)
  const batchId = batchOf(written, before, isSameEntity)
  const isSameStart = startAt?.getTime() === before?.start_at?.getTime()
  if (batchId !== null && !(isSameEntity && isSameStart && batchId === before?.batch_id))
    await requireBatch(work, { batchId, entityId, date: startAt ?? before?.created_at ?? work.now })
  const known = before?.assignees.map(userIdOf) ?? []
  const people = await rows.peopleAt(work, entityId, written.assigneeIds)
  const stranger = written.assigneeIds.findIndex(id => !people.has(id) && !known.includes(id))
  if (stranger >= 0) throw invalid(`assigneeIds.${stranger}`, 'notFound')
  return {
    entity_id: entityId,
    batch_id: batchId,
    title: written.title,
    description: written.description,
    priority: written.priority,
    start_at: startAt,
    due_at: new Date(written.dueDate),
    requires_approval: written.requiresApproval,
  }
}

/** Batch after a save. One that the caller does not see stays while the entity does: the caller cannot name it. */
function batchOf({ batchId }: Written, before: TaskRow | undefined, isSameEntity: boolean): string | null {
  if (before === undefined) return batchId ?? null
  const isSeen = before.batch !== null
  if (!isSeen && !batchId) return isSameEntity ? before.batch_id : null
  return batchId === undefined ? before.batch_id : batchId
}

const unchecked = (text: string): StoredCheck => ({ text, done: false, by: null, at: null })

/** Who ticked a line stays with it while it stays ticked. */
function mergeChecks(
  work: UnitOfWork,
  before: readonly StoredCheck[],
  items: readonly { readonly text: string; readonly done: boolean }[],
): StoredCheck[] {
  const left = [...before]
  return items.map(({ text, done }) => {
    const index = left.findIndex(check => check.text === text)
    const [known] = index < 0 ? [] : left.splice(index, 1)
    if (!done) return unchecked(text)
    return known?.done ? known : { text, done, by: work.actor.id, at: work.now.toISOString() }
  })
}

/** A task by a person. @throws Failed with the field; Refused TASK_TEMPLATE_NOT_FOUND */
export async function createTask(
  work: UnitOfWork,
  { store, uploads }: Uploaded,
  { templateId, checklist, additionalNotes, ...written }: z.output<typeof CreateTask>,
  { notifier, isTemplate }: TaskServices & { readonly isTemplate: (id: string) => Promise<boolean> },
): Promise<TaskRow> {
  if (templateId !== undefined && !(await isTemplate(templateId))) throw new Refused('TASK_TEMPLATE_NOT_FOUND')
  const columns = await columnsOf(work, written)
  const taskId = await rows.insertTask(work, columns, { checklist: checklist.map(unchecked), templateId: templateId ?? null })
  await rows.setAssignees(work, taskId, written.assigneeIds)
  await rows.insertChange(work, taskId, { status: 'TODO', notes: additionalNotes })
  const owner = rows.attachmentOwner(work, { id: taskId, entityId: columns.entity_id })
  const files = await changeAttachments(work, store, owner, { uploads, removed: [] })
  const row = orNotFound(await rows.taskById(work, taskId))
  await audit(work, 'CREATE', row, [...created(auditFields(row)), ...files])
  notifier.publishChange(work, row)
  await notifier.notifyAssigned(work, row, row.assignees.map(userIdOf))
  return row
}

/** A task that a template creates. */
export async function createGeneratedTask(
  work: UnitOfWork,
  columns: TaskColumns,
  details: { readonly templateId: string; readonly checklist: readonly string[]; readonly assigneeIds: readonly string[] },
  notifier: TaskNotifier,
): Promise<void> {
  const { templateId, checklist, assigneeIds } = details
  const id = await rows.insertTask(work, columns, { checklist: checklist.map(unchecked), templateId })
  await rows.setAssignees(work, id, assigneeIds)
  await rows.insertChange(work, id, { status: 'TODO', notes: '' })
  const row = orNotFound(await rows.taskById(work, id))
  await audit(work, 'CREATE', row, created(auditFields(row)))
  notifier.publishChange(work, row)
  await notifier.notifyAssigned(work, row, assigneeIds)
}

const userIdOf = ({ userId }: { readonly userId: string }) => userId

const mayJudge = ({ actor }: UnitOfWork) => isPermitted(actor, 'taskTemplates.approve_reject')

/** @throws Refused TASK_FINISHED; Failed NOT_ALLOWED, or with requiresApproval for those who may not waive the approval */
function refuseEdit(work: UnitOfWork, before: TaskRow, requiresApproval: boolean) {
  if (FINISHED.has(before.status)) throw new Refused('TASK_FINISHED')
  if (!isEditable(before.status, mayJudge(work))) throw new Failed('NOT_ALLOWED')
  if (before.requires_approval && !requiresApproval && !mayJudge(work)) throw invalid('requiresApproval', 'unchangeable')
}

/** @throws NotFound, Failed NOT_ALLOWED or with the field, Refused, VersionConflict */
export async function editTask(
  work: UnitOfWork,
  { store, uploads }: Uploaded,
  id: string,
  { version, checklist, additionalNotes, removedAttachments, ...written }: z.output<typeof EditTask>,
  { notifier }: TaskServices,
): Promise<TaskRow> {
  await rows.lockTask(work, id)
  const before = orNotFound(await rows.taskById(work, id))
  if (before.version !== version) throw new VersionConflict()
  refuseEdit(work, before, written.requiresApproval)
  const columns = await columnsOf(work, written, before)
  const owner = rows.attachmentOwner(work, { id, entityId: columns.entity_id })
  const files = await changeAttachments(work, store, owner, { uploads, removed: removedAttachments })
  return saveIfChanged(work, {
    before,
    isChanged: files.length > 0 || additionalNotes !== '',
    read: async () => orNotFound(await rows.taskById(work, id)),
    write: async () => {
      const checks = mergeChecks(work, checksOf(before), checklist)
      if (!(await rows.updateTask(work, { id, version }, columns, checks))) throw new VersionConflict()
      await rows.setAssignees(work, id, written.assigneeIds)
      if (additionalNotes !== '') await rows.insertChange(work, id, { status: before.status, notes: additionalNotes })
    },
    audit: async after => {
      await audit(work, 'UPDATE', after, [...fieldChanges(auditFields(before), auditFields(after)), ...files])
      notifier.publishChange(work, after)
      const known = new Set(before.assignees.map(userIdOf))
      await notifier.notifyAssigned(
        work,
        after,
        after.assignees.map(userIdOf).filter(userId => !known.has(userId)),
      )
    },
  })
}

/** Takes a task to another state. @throws NotFound, VersionConflict, Failed NOT_ALLOWED or with the field, Refused */
export async function changeStatus(
  work: UnitOfWork,
  id: string,
  { status, notes, version }: { readonly status: TaskStatus; readonly notes: string; readonly version: number },
  { notifier }: TaskServices,
): Promise<TaskRow> {
  await rows.lockTask(work, id)
  const before = orNotFound(await rows.taskById(work, id))
  if (before.version !== version) throw new VersionConflict()
  const { status: current, requires_approval: requiresApproval } = before
  const state = { status: current, requiresApproval, checklist: checksOf(before) }
  const step = transition(state, status, notes)
  if ('problem' in step) {
    if (step.problem === 'NOTE_MISSING') throw invalid('notes', 'required')
    throw new Refused(TRANSITION_REFUSALS[step.problem])
  }
  const { action } = step
  const isJudged = action === 'APPROVE' || action === 'REJECT'
  if (isJudged && !mayJudge(work)) throw new Failed('NOT_ALLOWED')
  const isWritten = await rows.updateStatus(
    work,
    { id, version },
    {
      status,
      approvedBy: action === 'APPROVE' ? work.actor.id : null,
      finishedAt: FINISHED.has(status) ? work.now : null,
    },
  )
  if (!isWritten) throw new VersionConflict()
  await rows.insertChange(work, id, { status, notes })
  const after = orNotFound(await rows.taskById(work, id))
  const changes = fieldChanges(auditFields(before), auditFields(after))
  await audit(work, isJudged ? action : 'UPDATE', after, changes)
  notifier.publishChange(work, after)
  return after
}

/** @throws NotFound */
export async function removeTask(work: UnitOfWork, { store }: Pick<Uploaded, 'store'>, id: string, { notifier }: TaskServices) {
  const row = orNotFound(await rows.taskById(work, id))
  const owner = rows.attachmentOwner(work, { id, entityId: row.entity_id })
  const names = (await owner.list()).map(({ name }) => name)
  await changeAttachments(work, store, owner, { uploads: [], removed: names })
  await rows.deleteTask(work, id)
  await audit(work, 'DELETE', row, deleted(auditFields(row)))
  notifier.publishChange(work, row)
}

/** The files of a task in reach. @throws NotFound */
export async function attachmentsOfTask(work: UnitOfWork, id: string) {
  const row = orNotFound(await rows.taskById(work, id))
  return rows.attachmentOwner(work, { id, entityId: row.entity_id }).list()
}

const auditFields = (row: TaskRow) => ({
  title: row.title,
  description: row.description,
  entity: row.entity.displayName,
  batch: row.batch?.code ?? null,
  assignees: row.assignees.map(({ shortName }) => shortName),
  priority: row.priority,
  status: row.status,
  startDate: row.start_at?.toISOString() ?? null,
  dueDate: row.due_at.toISOString(),
  checklist: checksOf(row).map(({ text, done }) => `${done ? '✓' : '–'} ${text}`),
  requiresApproval: row.requires_approval,
})

const audit = (
  work: UnitOfWork,
  action: 'CREATE' | 'UPDATE' | 'DELETE' | 'APPROVE' | 'REJECT',
  row: TaskRow,
  changes: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[],
) => work.audit({ action, objectType: 'task', objectId: row.id, objectName: row.title, entityId: row.entity_id, changes })
