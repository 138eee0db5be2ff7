import type { Channel } from '@steading/contract/events/outbox'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { alarmNotification, storedAlarm } from '../messages/templates/alarm.ts'
import { otherChannels, peopleInChargeOnEveryChannel } from '../recipients/fallbackRecipients.ts'
import type { OpenChannels } from '../recipients/fallbackRecipients.ts'
import { recipientsById } from '../recipients/recipients.sql.ts'
import type { Destination } from '../recipients/recipients.ts'
import { hasCost } from './channels.ts'
import { markFallbackDone, releaseFromBudget, stateOfKey } from './delivery.sql.ts'
import type { QueuedRow } from './delivery.sql.ts'
import { messageKey } from './enqueue.ts'
import type { Enqueue } from './enqueue.ts'

/** Time without success after which a recipient is notified on the next channel, ms. */
export const FALLBACK_AFTER = 90_000

export interface FallbackOptions {
  readonly open: OpenChannels
  readonly enqueue: Enqueue
  /** Only channels without cost. */
  readonly free?: boolean
}

/**
 * Notifies the recipient of an alarm on the next channel that reaches them. A CRITICAL alarm that cannot reach a contact without
 * an account notifies the people in charge. Answers whether anybody is reached.
 */
export async function sendFallback(
  work: UnitOfWork,
  row: QueuedRow,
  { open, enqueue, free = false }: FallbackOptions,
): Promise<boolean> {
  await markFallbackDone(work, row.id)
  const alarm = storedAlarm(row)
  if (!alarm) return false
  const notification = alarmNotification({ ...alarm, actions: null })
  const channel = row.channel as Channel // safe: the column's check
  const isAllowed = (destination: Destination) => !free || !hasCost(destination.channel)
  if (row.user_id === null) {
    if (alarm.severity !== 'CRITICAL') return false
    const destinations = (await peopleInChargeOnEveryChannel(work, alarm, open)).filter(isAllowed)
    return (await enqueue(work, { notification, destinations })).some(message => message.isReached)
  }
  const [person] = await recipientsById(work, [row.user_id], row.entity_id)
  if (!person) return false
  for (const next of otherChannels(open, person, channel, alarm.severity)) {
    if (!isAllowed(next)) continue
    const [message] = await enqueue(work, { notification, destinations: [next] })
    const key = messageKey(alarm.key, next.channel, next.to.address)
    // Sent on this channel before: done. Suppressed by the budget: released. Otherwise the next channel may reach them.
    if (message!.isReached || (await stateOfKey(work, key)) === 'SENT') return true
    if (alarm.severity === 'CRITICAL' && !free && (await releaseFromBudget(work, key))) return true
  }
  return false
}
