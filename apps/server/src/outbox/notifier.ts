import type { World } from '../platform/world.ts'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { Transports } from './delivery/channels.ts'
import { createDirectDelivery } from './delivery/directDelivery.ts'
import { messageKey } from './delivery/enqueue.ts'
import type { Enqueue } from './delivery/enqueue.ts'
import { enqueueHeartbeat } from './delivery/heartbeatTransport.ts'
import { createRenderer } from './messages/renderer.ts'
import type { DirectNotification, QueuedNotification } from './notification.ts'
import type { Notifier } from './outbox.types.ts'
import { insertNotifications, newNotification, recipientColumns, subjectColumns } from './outbox.sql.ts'
import type { OpenChannels } from './recipients/fallbackRecipients.ts'
import type { PersonRecipient } from './recipients/recipients.ts'
import { previewEventRecipients, resolveRecipients } from './recipients/resolveRecipients.ts'

const system = systemActor('outbox')

interface Dependencies {
  readonly world: World
  readonly transports: Transports
  readonly enqueue: Enqueue
  /** Sends what was queued. */
  wake(): void
}

/** The one way to notify people: see docs/decisions. */
export function createNotifier({ world, transports, enqueue, wake }: Dependencies): Notifier {
  const { db, config } = world
  const open: OpenChannels = { transports, config }
  const renderer = createRenderer(world)
  const direct = createDirectDelivery(world, transports, renderer)

  /** Without a mail server the text is kept, secret included: otherwise nobody could open the first accounts. */
  async function keep(work: UnitOfWork, { entityId, person }: PersonRecipient, notification: DirectNotification) {
    const { template, values, dedupeKey } = notification
    const row = newNotification(work, {
      key: messageKey(dedupeKey, 'MAIL', person.email),
      ...subjectColumns({ type: 'RECIPIENT' }),
      entity_id: entityId,
      channel: 'MAIL',
      ...recipientColumns(person, person.email, person.language),
      ...renderer.text(template, values, person, 'MAIL'),
      // The secret stands in the text alone.
      template: null,
      template_values: null,
      urgency: 'NORMAL',
      state: 'KEPT',
    })
    await insertNotifications(work, [row])
  }

  return {
    async notify(work, notification: QueuedNotification) {
      const { recipients } = notification
      work.afterCommit(wake)
      if (recipients.kind === 'MONITOR') {
        await enqueueHeartbeat(work, notification)
        return []
      }
      const destinations = await resolveRecipients(work, recipients, open)
      return enqueue(work, { notification, destinations })
    },
    async notifyNow(notification: DirectNotification) {
      const { recipients } = notification
      if (recipients.kind === 'PEOPLE') return direct.sendToPeople(recipients.people, notification)
      if (transports.MAIL) await direct.sendEmail(transports.MAIL, recipients.person, notification)
      else await db.work(system, work => keep(work, recipients, notification))
      return 1
    },
    preview: (work, recipients) =>
      recipients.kind === 'EVENT' ? previewEventRecipients(work, recipients, open) : resolveRecipients(work, recipients, open),
  }
}
