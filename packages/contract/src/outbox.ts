import { z } from 'zod'
import { Id, Stamp } from './fields.ts'
import { paging } from './paging.ts'
import { routes } from './route.ts'

export const CHANNELS = ['MAIL', 'SMS', 'VOICE', 'WHATSAPP'] as const
export const Channel = z.enum(CHANNELS)
export type Channel = z.infer<typeof Channel>
export const SENDING_STATES = ['QUEUED', 'SENT', 'KEPT', 'FAILED'] as const

export const Notification = z.object({
  id: Id,
  channel: Channel,
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  /** KEPT: no provider is configured, this is what would have gone out. */
  state: z.enum(SENDING_STATES),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  eventId: Id.nullable(),
  createdUtc: Stamp,
  sentUtc: Stamp.nullable(),
})
export type Notification = z.infer<typeof Notification>

export const outboxPages = paging({ sorts: ['createdUtc', 'id'], sort: 'createdUtc', direction: 'DESC' })

export const outbox = routes({
  search: {
    method: 'GET',
    path: '/notifications/search',
    summary: 'What was sent, or would have been without a provider',
    access: 'events.read',
    query: outboxPages.query.extend({ eventId: Id.optional(), channel: Channel.optional() }),
    reply: outboxPages.of(Notification),
  },
})
