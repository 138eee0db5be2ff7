import { CHANNELS, type Channel, type Notification } from '@steading/contract/outbox'
import type { TextKey } from '@steading/locales/text'
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
