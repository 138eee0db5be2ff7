import type { Notifier } from '../../outbox/index.ts'
import { systemActor } from '../../platform/actor.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import type { PeriodicTask } from '../../platform/periodicTask.ts'
import type { World } from '../../platform/world.ts'
import { dueReminders } from './recipients.sql.ts'
import { notifyOfTask } from './taskNotifier.ts'

const system = systemActor('task reminders')
const INTERVAL = 60_000
/** Reminders per transaction. */
const BATCH = 50
/** So many hours before the due date a task is due soon. */
const DUE_SOON_HOURS = 24

/** Reminds the people of a task once before its due date and once after it. */
export const createTaskReminders = ({ db, log }: Pick<World, 'db' | 'log'>, outbox: Pick<Notifier, 'notify'>): PeriodicTask =>
  createPeriodicTask({ log }, 'task reminders', INTERVAL, async () => {
    for (;;) {
      const queued = await db.work(system, async work => {
        const due = await dueReminders(work, DUE_SOON_HOURS, BATCH)
        for (const reminder of due)
          await notifyOfTask(work, outbox, reminder.kind, { ...reminder, id: reminder.taskId }, reminder)
        return due.length
      })
      if (queued < BATCH) return
    }
  })
