import type { Channel } from '@steading/contract/events/outbox'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { storedAlarm } from '../messages/templates/alarm.ts'
import { digestTemplate } from '../messages/templates/digest.ts'
import type { Renderer } from '../messages/renderer.ts'
import { insertNotifications, newNotification, subjectColumns } from '../outbox.sql.ts'
import { joinDigest } from './delivery.sql.ts'
import type { QueuedRow } from './delivery.sql.ts'

/** Queues one message that carries these messages to the same recipient. Its HTML is rendered from them when it is sent. */
export async function enqueueDigest(
  work: UnitOfWork,
  channel: Channel,
  parts: readonly QueuedRow[],
  renderer: Renderer,
): Promise<void> {
  const [first] = parts as [QueuedRow] // safe: a digest has two parts at least
  const alarms = parts.flatMap(part => storedAlarm(part) ?? [])
  const reader = {
    language: first.language,
    numberFormat: first.number_format,
    dateFormat: first.date_format,
    timeZone: first.time_zone,
  }
  const key = `digest|${first.key}`
  const row = newNotification(work, {
    key,
    ...subjectColumns({ type: 'RECIPIENT' }),
    entity_id: first.entity_id,
    channel,
    user_id: first.user_id,
    recipient: first.recipient,
    language: first.language,
    number_format: first.number_format,
    date_format: first.date_format,
    time_zone: first.time_zone,
    ...renderer.text(digestTemplate, { alarms, at: work.now }, reader, channel),
    template: digestTemplate.name,
    template_values: null,
    urgency: alarms.some(alarm => alarm.severity === 'CRITICAL') ? 'CRITICAL' : 'NORMAL',
    state: 'QUEUED',
  })
  const id = (await insertNotifications(work, [row])).get(key)!
  await joinDigest(
    work,
    parts.map(part => part.id),
    id,
  )
}
