import { taskTemplate } from '../../outbox/index.ts'
import type { Notifier, TaskNotificationKind } from '../../outbox/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import type { TaskRow } from '../tasks.sql.ts'
import { taskRecipients } from './recipients.sql.ts'
import type { TaskRecipient } from './recipients.sql.ts'

declare module '../../platform/bus.ts' {
  interface Messages {
    'task.changed': { readonly taskId: string; readonly entityId: string }
  }
}

/** Tells the screens and the people of a task what became of it. */
export interface TaskNotifier {
  /** Publishes a change after the commit. */
  publishChange(work: UnitOfWork, task: Pick<TaskRow, 'id' | 'entity_id'>): void
  /** Notifies people to whom a task was assigned, the one who assigned it aside. */
  notifyAssigned(work: UnitOfWork, task: TaskRow, userIds: readonly string[]): Promise<void>
}

/** What a message says of a task. */
export interface NotifiedTask {
  readonly id: string
  readonly entityId: string
  readonly title: string
  readonly place: string
  readonly dueAt: Date
  readonly key: string
}

/** Queues a message about a task for one person. */
export const notifyOfTask = (
  work: UnitOfWork,
  outbox: Pick<Notifier, 'notify'>,
  kind: TaskNotificationKind,
  task: NotifiedTask,
  person: TaskRecipient,
) =>
  outbox.notify(work, {
    recipients: { kind: 'PERSON', entityId: task.entityId, person },
    template: taskTemplate,
    values: {
      kind,
      taskId: task.id,
      title: task.title,
      place: task.place,
      dueAt: task.dueAt.getTime(),
      by: kind === 'ASSIGNED' && work.actor.kind === 'user' ? work.actor.name : null,
      at: work.now.getTime(),
    },
    urgency: 'NORMAL',
    dedupeKey: task.key,
    subject: { type: 'RECIPIENT' },
  })

export const createTaskNotifier = ({ bus }: Pick<World, 'bus'>, outbox: Pick<Notifier, 'notify'>): TaskNotifier => ({
  publishChange(work, { id, entity_id: entityId }) {
    work.afterCommit(() => bus.emit('task.changed', { taskId: id, entityId }))
  },
  async notifyAssigned(work, task, userIds) {
    const others = userIds.filter(id => id !== work.actor.id)
    if (others.length === 0) return
    const notified = {
      id: task.id,
      entityId: task.entity_id,
      title: task.title,
      dueAt: task.due_at,
      place: task.entity.displayName,
    }
    // Assignees may stand above the actor.
    await work.withSystemScope(async systemWork => {
      for (const person of await taskRecipients(systemWork, task.entity_id, others)) {
        const key = `task|ASSIGNED|${task.id}|${task.version}|${person.userId}`
        await notifyOfTask(systemWork, outbox, 'ASSIGNED', { ...notified, key }, person)
      }
    })
  },
})
