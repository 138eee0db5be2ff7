import { isDeepStrictEqual } from 'node:util'
import type { SpeciesCode } from '@steading/contract/production/species'
import type { ApprovalStatus, CreateTaskTemplate, TaskTemplate, TaskTrigger } from '@steading/contract/tasks/taskTemplates'
import type { z } from 'zod'
import { isEntityInReach } from '../entities/index.ts'
import { created, deleted, fieldChanges } from '../platform/database/fieldChanges.ts'
import { saveIfChanged } from '../platform/database/save.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { invalid, Refused, VersionConflict } from '../platform/failures.ts'
import * as rows from './taskTemplates.sql.ts'
import type { TemplateColumns, TemplateRow } from './taskTemplates.sql.ts'

export const presentTemplate = (row: TemplateRow): TaskTemplate => ({
  id: row.id,
  displayName: row.display_name,
  description: row.description,
  entity: row.entity,
  species: row.species as SpeciesCode | null, // safe: the contract checked it before it was stored
  checklist: row.checklist,
  assignees: row.assignees,
  assigneeRole: row.assigneeRole,
  priority: row.priority,
  requiresApproval: row.requires_approval,
  trigger: row.trigger as unknown as TaskTrigger, // safe: the contract checked it before it was stored
  dueAfter: row.due_after,
  approvalStatus: row.approval_status,
  rejectionNote: row.rejection_note,
  version: row.version,
  createdBy: row.createdBy,
  creationTimestampUtc: row.created_at.toISOString(),
  lastUpdatedBy: row.updatedBy,
  lastUpdateTimestampUtc: row.updated_at?.toISOString() ?? null,
})

type Fields = z.output<typeof CreateTaskTemplate>

/** @throws Failed for an entity out of reach, or people or a role that are not there */
async function columnsOf(work: UnitOfWork, fields: Fields, known: readonly string[] = []): Promise<TemplateColumns> {
  const { entityId, assigneeIds, assigneeRoleId } = fields
  if (!(await isEntityInReach(work, entityId))) throw invalid('entityId', 'notFound')
  const people = await rows.activeUsers(work, assigneeIds)
  const stranger = assigneeIds.findIndex(id => !people.has(id) && !known.includes(id))
  if (stranger >= 0) throw invalid(`assigneeIds.${stranger}`, 'notFound')
  if (assigneeRoleId !== null && !(await rows.roleExists(work, assigneeRoleId))) throw invalid('assigneeRoleId', 'notFound')
  return {
    entity_id: entityId,
    display_name: fields.displayName,
    description: fields.description,
    species: fields.species,
    checklist: fields.checklist,
    assignee_ids: assigneeIds,
    assignee_role_id: assigneeRoleId,
    priority: fields.priority,
    requires_approval: fields.requiresApproval,
    trigger: fields.trigger,
    due_after: fields.dueAfter,
  }
}

/** @throws Failed with the field */
export async function createTemplate(work: UnitOfWork, fields: Fields): Promise<TemplateRow> {
  const id = await rows.insertTemplate(work, await columnsOf(work, fields))
  const row = orNotFound(await rows.templateById(work, id))
  await audit(work, 'CREATE', row, created(auditFields(row)))
  return row
}

/** A change of an approved template waits for its approval again, one of a rejected template makes it a draft. @throws NotFound, VersionConflict, Failed */
export async function editTemplate(
  work: UnitOfWork,
  id: string,
  { version, ...fields }: Fields & { readonly version: number },
): Promise<TemplateRow> {
  const before = orNotFound(await rows.templateById(work, id))
  if (before.version !== version) throw new VersionConflict()
  const columns = await columnsOf(work, fields, before.assignee_ids)
  const isChanged = Object.entries(columns).some(
    ([column, value]) => !isDeepStrictEqual(before[column as keyof TemplateColumns], value),
  ) // safe: its own keys
  const status = before.approval_status
  return saveIfChanged(work, {
    before,
    read: async () => orNotFound(await rows.templateById(work, id)),
    write: async () => {
      if (!(await rows.updateTemplate(work, { id, version }, columns, isChanged ? AFTER_EDIT[status] : status)))
        throw new VersionConflict()
    },
    audit: row => audit(work, 'UPDATE', row, fieldChanges(auditFields(before), auditFields(row))),
  })
}

/** What a change of a template makes of its approval. */
const AFTER_EDIT: Readonly<Record<ApprovalStatus, ApprovalStatus>> = {
  DRAFT: 'DRAFT',
  PENDING_APPROVAL: 'PENDING_APPROVAL',
  APPROVED: 'PENDING_APPROVAL',
  REJECTED: 'DRAFT',
}

/** Which approvals follow which. */
const NEXT: Readonly<
  Record<'SUBMIT' | 'APPROVE' | 'REJECT', { readonly from: readonly ApprovalStatus[]; readonly to: ApprovalStatus }>
> = {
  SUBMIT: { from: ['DRAFT', 'REJECTED'], to: 'PENDING_APPROVAL' },
  APPROVE: { from: ['PENDING_APPROVAL'], to: 'APPROVED' },
  REJECT: { from: ['PENDING_APPROVAL'], to: 'REJECTED' },
}

/** @throws NotFound, VersionConflict, Refused TASK_STATUS_NOT_POSSIBLE */
export async function judgeTemplate(
  work: UnitOfWork,
  id: string,
  step: keyof typeof NEXT,
  { version, notes = null }: { readonly version: number; readonly notes?: string | null },
): Promise<TemplateRow> {
  const before = orNotFound(await rows.templateById(work, id))
  if (before.version !== version) throw new VersionConflict()
  const { from, to } = NEXT[step]
  if (!from.includes(before.approval_status)) throw new Refused('TASK_STATUS_NOT_POSSIBLE')
  const change = { status: to, note: notes, approvedAt: to === 'APPROVED' ? work.now : null }
  if (!(await rows.updateApproval(work, { id, version }, change))) throw new VersionConflict()
  const after = orNotFound(await rows.templateById(work, id))
  const changes = fieldChanges(auditFields(before), auditFields(after))
  await audit(work, step === 'SUBMIT' ? 'UPDATE' : step, after, changes)
  return after
}

/** @throws NotFound; Refused while unfinished tasks are of it */
export async function removeTemplate(
  work: UnitOfWork,
  id: string,
  hasUnfinishedTasks: (work: UnitOfWork, id: string) => Promise<boolean>,
) {
  const row = orNotFound(await rows.templateById(work, id))
  if (await hasUnfinishedTasks(work, id)) throw new Refused('CANNOT_DELETE_TASK_TEMPLATE_WITH_DEPENDENCIES')
  await rows.deleteTemplate(work, id)
  await audit(work, 'DELETE', row, deleted(auditFields(row)))
}

const auditFields = (row: TemplateRow) => ({
  displayName: row.display_name,
  description: row.description,
  entity: row.entity.displayName,
  species: row.species,
  checklist: row.checklist,
  assignees: row.assignees.map(({ shortName }) => shortName),
  role: row.assigneeRole?.name ?? null,
  priority: row.priority,
  requiresApproval: row.requires_approval,
  trigger: row.trigger,
  dueAfter: row.due_after,
  approvalStatus: row.approval_status,
  notes: row.rejection_note,
})

const audit = (
  work: UnitOfWork,
  action: 'CREATE' | 'UPDATE' | 'DELETE' | 'APPROVE' | 'REJECT',
  row: TemplateRow,
  changes: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[],
) =>
  work.audit({
    action,
    objectType: 'taskTemplate',
    objectId: row.id,
    objectName: row.display_name,
    entityId: row.entity_id,
    changes,
  })
