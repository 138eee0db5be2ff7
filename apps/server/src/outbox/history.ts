import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { storedAlarm } from './messages/templates/alarm.ts'
import type { AlarmValues } from './messages/templates/alarm.ts'
import { notificationById } from './outbox.sql.ts'

/** The alarm of a message; null: the message is about something else, or the actor may not see it. */
export async function alarmOfNotification(work: UnitOfWork, notificationId: string): Promise<AlarmValues | null> {
  const row = await notificationById(work, notificationId)
  return row ? storedAlarm(row) : null
}
