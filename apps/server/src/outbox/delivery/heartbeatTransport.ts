import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { HeartbeatRecorder } from '../../platform/heartbeat.ts'
import { heartbeatNumber } from '../messages/templates/heartbeat.ts'
import type { QueuedNotification } from '../notification.ts'
import { insertNotifications, newNotification, subjectColumns } from '../outbox.sql.ts'
import type { TransportWorker } from '../transport/transportWorker.ts'
import type { ChannelTransport } from './channelTransport.ts'
import { deleteQueuedHeartbeats } from './delivery.sql.ts'

/** Queues a heartbeat and drops those that still wait: only the newest counts. */
export async function enqueueHeartbeat(
  work: UnitOfWork,
  { recipients, template, dedupeKey, subject, urgency }: QueuedNotification,
): Promise<void> {
  await deleteQueuedHeartbeats(work)
  const row = newNotification(work, {
    key: dedupeKey,
    ...subjectColumns(subject),
    entity_id: recipients.entityId,
    channel: 'HEARTBEAT',
    state: 'QUEUED',
    user_id: null,
    recipient: '',
    language: 'en-US',
    number_format: null,
    date_format: null,
    time_zone: 'UTC',
    subject: '',
    text: '',
    template: template.name,
    template_values: null,
    urgency,
  })
  await insertNotifications(work, [row])
}

/** The last stage of the alarm path: calls the address of an external monitor. Without one the heartbeat ends here. */
export function createHeartbeatTransport(
  sendOutside: TransportWorker['send'],
  heartbeat: HeartbeatRecorder,
): Pick<ChannelTransport, 'isIdempotent' | 'send' | 'isOver' | 'isAuthentic'> {
  return {
    isIdempotent: true,
    async send(outgoingMessage) {
      const number = heartbeatNumber(outgoingMessage.key)
      heartbeat.seen('OUTBOX', number)
      // The monitor must miss heartbeats while no alarm leaves the platform.
      if (heartbeat.isMute()) return ''
      await sendOutside('HEARTBEAT', outgoingMessage)
      heartbeat.seen('PROVIDER', number)
      return ''
    },
    isOver: key => !heartbeat.isFresh(heartbeatNumber(key)),
    isAuthentic: () => false,
  }
}
