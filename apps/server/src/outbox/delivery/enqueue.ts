import type { Channel } from '@steading/contract/events/outbox'
import { translatorFor } from '@steading/locales/text'
import { createBatchLoader } from '../../platform/database/batchLoader.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import { createRenderer } from '../messages/renderer.ts'
import { digestDelay, DIGEST_THRESHOLD, BURST } from '../messages/templates/digest.ts'
import type { EnqueuedMessage, QueuedNotification } from '../notification.ts'
import { insertNotifications, newNotification, recipientColumns, subjectColumns } from '../outbox.sql.ts'
import type { NewNotification } from '../outbox.sql.ts'
import { isCountryAllowed } from '../recipients/allowedCountries.ts'
import { quietUntil } from '../recipients/quietHours.ts'
import type { Destination } from '../recipients/recipients.ts'
import { openChannels } from './channels.ts'
import type { Transports } from './channels.ts'
import { digestStates } from './delivery.sql.ts'

/** One message per notification, channel and address. */
export const messageKey = (dedupeKey: string, channel: Channel, address: string) =>
  `${dedupeKey}|${channel}|${address.toLowerCase()}`

interface EnqueueRequest {
  readonly notification: QueuedNotification
  readonly destinations: readonly Destination[]
}

/** Writes the messages of a notification into the queue; answers one result for each destination. */
export type Enqueue = (work: UnitOfWork, request: EnqueueRequest) => Promise<EnqueuedMessage[]>

export function createEnqueue({ config, texts }: Pick<World, 'config' | 'texts'>, transports: Transports): Enqueue {
  const renderer = createRenderer({ config, texts })
  const isForbidden = ({ channel, to }: Destination) => !isCountryAllowed(config, channel, to.address)

  function rowFor(
    work: UnitOfWork,
    { template, values, dedupeKey, recipients, subject, urgency }: QueuedNotification,
    destination: Destination,
    delay: Delay | undefined,
  ): NewNotification {
    const { channel, to, own } = destination
    const ownValues = own ? { ...(values as object), own } : values // safe: only alarms have actions with texts
    return newNotification(work, {
      key: messageKey(dedupeKey, channel, to.address),
      ...subjectColumns(subject),
      entity_id: recipients.entityId,
      channel,
      ...recipientColumns(to, to.address, translatorFor(texts, to).language),
      ...renderer.text(template, ownValues, to, channel),
      template: template.name,
      template_values: ownValues,
      urgency,
      ...(isForbidden(destination)
        ? { state: 'WITHHELD', suppression_reason: 'COUNTRY' }
        : { state: transports[channel] ? 'QUEUED' : 'KEPT' }),
      ...(delay && { due_at: delay.dueAt, quiet: delay.isQuiet, in_digest: true }),
    })
  }

  return createBatchLoader(async (work, requests: readonly EnqueueRequest[]) => {
    const open = requests.map(({ notification, destinations }) => ({
      notification,
      destinations: destinations.filter(destination => transports[destination.channel] && !isForbidden(destination)),
    }))
    const delays = await findDelays(work, open)
    const rows = requests.map(({ notification, destinations }) =>
      destinations.map(destination => rowFor(work, notification, destination, delays.get(destination))),
    )
    const ids = await insertNotifications(work, rows.flat())
    const isHistoryRead = openChannels(transports).length === 0
    return requests.map(({ destinations }, request) =>
      destinations.map(({ channel, to }, at): EnqueuedMessage => {
        const { key, state } = rows[request]![at]! // safe: a row for each destination
        const id = ids.get(key) ?? null
        const isRead = state === 'QUEUED' || (state === 'KEPT' && isHistoryRead)
        return { channel, userId: to.userId, id, isReached: id !== null && isRead }
      }),
    )
  })
}

interface Delay {
  readonly dueAt: Date
  /** It waits for the end of quiet hours; otherwise for its digest. */
  readonly isQuiet: boolean
}

/**
 * Messages about events that wait: for the end of quiet hours, or for a digest after a burst. Messages that are enqueued together
 * count as one after the other.
 */
async function findDelays(work: UnitOfWork, requests: readonly EnqueueRequest[]): Promise<ReadonlyMap<Destination, Delay>> {
  const delays = new Map<Destination, Delay>()
  const awake: { readonly destination: Destination; readonly isCritical: boolean; readonly eventId: string }[] = []
  for (const { notification, destinations } of requests) {
    if (notification.subject.type !== 'EVENT') continue
    const isCritical = notification.urgency === 'CRITICAL'
    for (const destination of destinations) {
      const { to } = destination
      const end = isCritical ? null : quietUntil(work.now, to.notifications?.quiet, to.timeZone)
      // All messages of a night become due together in the morning: they form a digest.
      if (end) delays.set(destination, { dueAt: end, isQuiet: true })
      else awake.push({ destination, isCritical, eventId: notification.subject.eventId })
    }
  }
  if (awake.length === 0) return delays
  const digestTargets = awake.map(({ destination, isCritical, eventId }) => ({
    channel: destination.channel,
    address: destination.to.address,
    critical: isCritical,
    eventId,
  }))
  const since = new Date(work.now.getTime() - BURST)
  const states = await digestStates(work, { destinations: digestTargets, since, most: DIGEST_THRESHOLD + 1 })
  const recentEvents = new Map<string, Set<string>>()
  for (const [at, { destination, isCritical, eventId }] of awake.entries()) {
    const { lately, until } = states[at]!
    const name = `${destination.channel}|${destination.to.address}`
    const events = recentEvents.get(name) ?? new Set(lately)
    recentEvents.set(name, events)
    if (events.size - Number(events.has(eventId)) >= DIGEST_THRESHOLD)
      delays.set(destination, {
        dueAt: until ?? new Date(work.now.getTime() + digestDelay(isCritical ? 'CRITICAL' : 'NORMAL')),
        isQuiet: false,
      })
    events.add(eventId)
  }
  return delays
}
