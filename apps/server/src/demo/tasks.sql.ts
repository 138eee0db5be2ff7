import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { demoTasks, demoTemplates } from './tasks.ts'
import type { DemoTask, DemoTemplate } from './tasks.ts'

const HOUR = 3_600_000

type IdOf = (key: string) => string

/** Inserts the task templates and the tasks of the demo farm, as their people would have left them by now. */
export async function insertDemoTasks(work: UnitOfWork, entityOf: IdOf, userOf: IdOf): Promise<void> {
  const templates = new Map<string, string>()
  for (const template of demoTemplates) templates.set(template.key, await insertTemplate(work, template, entityOf, userOf))
  for (const task of demoTasks)
    await insertTask(work, task, {
      entityOf,
      userOf,
      templateId: task.template === undefined ? null : templates.get(task.template)!,
    }) // safe: the plan names its own templates
}

async function insertTemplate(work: UnitOfWork, template: DemoTemplate, entityOf: IdOf, userOf: IdOf): Promise<string> {
  const { id } = await work.sql
    .insertInto('task_templates')
    .values({
      entity_id: entityOf(template.at),
      display_name: template.title,
      description: template.description,
      checklist: [...template.checklist],
      assignee_ids: template.people.map(userOf),
      priority: template.priority,
      requires_approval: template.requiresApproval,
      trigger: JSON.stringify(template.trigger),
      due_after: template.dueAfter,
      approval_status: template.status,
      approved_at: template.status === 'APPROVED' ? work.now : null,
      created_at: new Date(work.now.getTime() - 200 * HOUR),
      created_by: userOf('manager'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertTask(
  work: UnitOfWork,
  { at, title, description, people, priority, requiresApproval = false, dueIn, checklist = [], done = 0, changes }: DemoTask,
  { entityOf, userOf, templateId }: { readonly entityOf: IdOf; readonly userOf: IdOf; readonly templateId: string | null },
): Promise<void> {
  const ago = (hours: number) => new Date(work.now.getTime() - hours * HOUR)
  const [, author, createdAgo] = changes[0]! // safe: each task has one
  const [status, editor, editedAgo] = changes.at(-1)! // safe: as above
  const isFinished = status === 'DONE' || status === 'CANCELLED'
  const { id } = await work.sql
    .insertInto('tasks')
    .values({
      entity_id: entityOf(at),
      template_id: templateId,
      title,
      description,
      priority,
      status,
      due_at: ago(-dueIn),
      checklist: JSON.stringify(
        checklist.map((text, index) =>
          index < done
            ? { text, done: true, by: userOf(editor), at: ago(editedAgo).toISOString() }
            : { text, done: false, by: null, at: null },
        ),
      ),
      requires_approval: requiresApproval,
      finished_at: isFinished ? ago(editedAgo) : null,
      version: changes.length,
      created_at: ago(createdAgo),
      created_by: userOf(author),
      updated_at: changes.length > 1 ? ago(editedAgo) : null,
      updated_by: changes.length > 1 ? userOf(editor) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await work.sql
    .insertInto('task_assignees')
    .values(people.map(name => ({ task_id: id, user_id: userOf(name) })))
    .execute()
  await work.sql
    .insertInto('task_changes')
    .values(
      changes.map(([state, by, hoursAgo, notes = '']) => ({
        task_id: id,
        status: state,
        notes,
        at: ago(hoursAgo),
        user_id: userOf(by),
      })),
    )
    .execute()
}
