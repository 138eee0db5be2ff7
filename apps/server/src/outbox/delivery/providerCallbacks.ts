import { DRILL_WITHIN } from '@steading/contract/events/drills'
import type { Channel } from '@steading/contract/events/outbox'
import { translatorFor } from '@steading/locales/text'
import { systemActor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { tokenHash } from '../../platform/security/secrets.ts'
import type { World } from '../../platform/world.ts'
import { storedAlarm } from '../messages/templates/alarm.ts'
import { spokenAlarms } from '../messages/templates/digest.ts'
import type { Outbox } from '../outbox.types.ts'
import type { OpenChannels } from '../recipients/fallbackRecipients.ts'
import * as delivery from './delivery.sql.ts'
import type { Enqueue } from './enqueue.ts'
import { sendFallback } from './fallback.ts'
import { repliesUrl, reportUrl, voiceUrl } from './outgoingMessages.ts'

const system = systemActor('outbox')
/** The keys that acknowledge, and that say that the recipient is on the way. */
const ACKNOWLEDGE = '1'
const GOING = '2'
/** A reply that confirms: 1, whatever words follow. */
const CONFIRMS = /^\s*1(?!\d)/
/** Delivery statuses of messages that the provider accepted and that reached nobody. */
const UNDELIVERED = new Set(['failed', 'undelivered', 'busy', 'no-answer'])

interface Dependencies {
  readonly world: Pick<World, 'db' | 'bus' | 'texts' | 'config'>
  readonly open: OpenChannels
  readonly enqueue: Enqueue
  /** Sends what a callback queued. */
  wake(): void
}

/** What providers report: key presses, replies and the delivery status. Each callback must bear the provider's signature. */
export function createProviderCallbacks({
  world: { db, bus, texts, config },
  open,
  enqueue,
  wake,
}: Dependencies): Pick<Outbox, 'pressed' | 'replied' | 'reported'> {
  const { transports } = open

  /** The messages that a key press acknowledges: the call, and of a digest the parts that it names. */
  async function acknowledgedIds(
    work: UnitOfWork,
    { id, language }: { readonly id: string; readonly language: string },
  ): Promise<string[]> {
    const parts = await delivery.digestParts(work, id)
    const alarms = parts.flatMap(part => storedAlarm(part) ?? [])
    const named = new Set(spokenAlarms(alarms, translatorFor(texts, { language })).map(alarm => alarm.eventId))
    return [id, ...parts.filter(part => named.has(part.event_id ?? '')).map(part => part.id)]
  }

  return {
    async pressed({ token, digits, fields, signature }) {
      if (transports.VOICE?.isAuthentic({ url: voiceUrl(config, token), fields, signature }) !== true) return undefined
      return db.work(system, async work => {
        const call = await delivery.voiceKey(work, tokenHash(token))
        if (!call) return undefined
        const isActive = call.userId === null || (await delivery.isActiveRecipient(work, call.userId, call.entityId))
        const isGoing = digits === GOING && call.drillId === null
        const isNoted = (digits === ACKNOWLEDGE || isGoing) && isActive
        if (isNoted)
          for (const { eventId, drillId, entityId } of await delivery.markAcknowledged(work, await acknowledgedIds(work, call))) {
            if (drillId !== null) work.afterCommit(() => bus.emit('drill.confirmed', { drillId }))
            if (eventId === null || (call.userId !== null && !(await delivery.isActiveRecipient(work, call.userId, entityId))))
              continue
            work.afterCommit(() =>
              bus.emit('notification.acknowledged', {
                eventId,
                userId: call.userId,
                recipient: call.recipient,
                channel: 'VOICE',
                isGoing,
              }),
            )
          }
        return { t: translatorFor(texts, call), isNoted, isGoing, isDrill: call.drillId !== null }
      })
    },
    async replied({ from, text, fields, signature }) {
      if (transports.SMS?.isAuthentic({ url: repliesUrl(config), fields, signature }) !== true) return false
      if (!CONFIRMS.test(text)) return true
      await db.work(system, async work => {
        const since = new Date(work.now.getTime() - DRILL_WITHIN)
        for (const { id, drillId } of await delivery.confirmableDrillMessages(work, from, since)) {
          await delivery.markConfirmed(work, id)
          work.afterCommit(() => bus.emit('drill.confirmed', { drillId }))
        }
      })
      return true
    },
    reported: ({ id, status, reason, fields, signature }) =>
      db.work(system, async work => {
        const row = await delivery.lockSent(work, id)
        const transport = row && transports[row.channel as Channel] // safe: the column's check
        const url = reportUrl(config, id)
        if (!row || url === null || transport?.isAuthentic({ url, fields, signature }) !== true) return false
        const isOut = row.state === 'SENT' || (row.state === 'QUEUED' && row.claimed_by !== null)
        if (!isOut || !UNDELIVERED.has(status)) return true
        const detail = reason === '' ? status : `${status} (${reason})`
        await delivery.markUndelivered(work, id, detail)
        for (const message of [row, ...(await delivery.digestParts(work, id))])
          await sendFallback(work, message, { open, enqueue })
        work.afterCommit(wake)
        return true
      }),
  }
}
