import { CHANNELS, type Channel, type Notification, type NotificationDetails } from '@steading/contract/events/outbox'
import { since } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { IconBrandWhatsapp, IconMail, IconMessage, IconPhone } from '@tabler/icons-react'

export const channels = CHANNELS

export const channelWord = {
  MAIL: 'notification.mail',
  SMS: 'notification.sms',
  VOICE: 'notification.voice',
  WHATSAPP: 'notification.whatsapp',
} as const satisfies Record<Channel, TextKey>

export const channelIcon = {
  MAIL: IconMail,
  SMS: IconMessage,
  VOICE: IconPhone,
  WHATSAPP: IconBrandWhatsapp,
} as const satisfies Record<Channel, unknown>

export const stateWord = {
  QUEUED: 'outbox.state.queued',
  SENT: 'outbox.state.sent',
  KEPT: 'outbox.state.kept',
  FAILED: 'outbox.state.failed',
  WITHHELD: 'outbox.state.withheld',
} as const satisfies Record<Notification['state'], TextKey>

/** "3 sent", "1 not delivered". */
export const stateCount = {
  QUEUED: 'outbox.count.queued',
  SENT: 'outbox.count.sent',
  KEPT: 'outbox.count.kept',
  FAILED: 'outbox.count.failed',
  WITHHELD: 'outbox.count.withheld',
} as const satisfies Record<Notification['state'], TextKey>

export const withheldWord = {
  BUDGET: 'outbox.withheld.budget',
  QUIET_OVER: 'outbox.withheld.quietOver',
  DRILL_OVER: 'outbox.withheld.drillOver',
  OVER: 'outbox.withheld.over',
  RESTORED: 'outbox.withheld.restored',
  RECIPIENT: 'outbox.withheld.recipient',
  COUNTRY: 'outbox.withheld.country',
} as const satisfies Record<NonNullable<Notification['withheldFor']>, TextKey>

const waitsWord = {
  QUIET: 'outbox.waits.quiet',
  TOGETHER: 'outbox.waits.together',
  RETRY: 'outbox.waits.retry',
  CHANNEL: 'outbox.waits.channel',
} as const satisfies Record<NonNullable<Notification['waits']>['for'], TextKey>

export const outcomeWord = {
  SENT: 'outbox.outcome.sent',
  REFUSED: 'outbox.outcome.refused',
  FAILED: 'outbox.outcome.failed',
  UNKNOWN: 'outbox.outcome.unknown',
} as const satisfies Record<NotificationDetails['tries'][number]['outcome'], TextKey>

/** It waits for its next try: those before it failed. */
export const isTriedAgain = ({ state, lastError }: Pick<Notification, 'state'> & Partial<Pick<Notification, 'lastError'>>) =>
  state === 'QUEUED' && typeof lastError === 'string'

/** What a list knows of a message at least, to say what became of it. */
export type Sending = Pick<Notification, 'state' | 'withheldFor' | 'acknowledgedUtc'> &
  Partial<Pick<Notification, 'attempts' | 'lastError' | 'waits'>>

/** What became of a message, in a sentence: that it was answered, by a key or a link, says more than that it was sent. */
export function sendingWords(sending: Sending, t: Translate, { zone, now }: { zone: string; now: number }): string {
  const { state, withheldFor, waits, attempts: count = 0, acknowledgedUtc } = sending
  if (acknowledgedUtc) return t('outbox.answered', { time: since(acknowledgedUtc, now, zone, t) })
  if (withheldFor) return t(withheldWord[withheldFor])
  if (waits) return t(waitsWord[waits.for], { count, time: since(waits.untilUtc, now, zone, t) })
  return isTriedAgain(sending) ? t('outbox.state.again', { count }) : t(stateWord[state])
}

/** The channels that something was kept of, because nothing was there to send it by. */
export const keptOn = (rows: readonly Pick<Notification, 'state' | 'channel'>[]): readonly Channel[] =>
  CHANNELS.filter(one => rows.some(row => row.state === 'KEPT' && row.channel === one))
