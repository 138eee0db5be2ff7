import { z } from 'zod'
import { Channel } from './channels.ts'
import { byId, Id, Stamp, Who } from '../http/fields.ts'
import { paging } from '../http/paging.ts'
import { routes } from '../http/route.ts'

export * from './channels.ts'

export const SENDING_STATES = ['QUEUED', 'SENT', 'KEPT', 'FAILED', 'WITHHELD'] as const
export const SendingState = z.enum(SENDING_STATES)
/** Why nothing went out: the day's budget, over when quiet hours ended, nobody there any more who sees the place, the country, a drill that was over. */
export const WITHHELD_FOR = ['BUDGET', 'QUIET_OVER', 'RECIPIENT', 'COUNTRY', 'DRILL_OVER', 'OVER', 'RESTORED'] as const

/** News older than this, ms, is told only while its event is open. */
export const TOO_OLD = 3_600_000
/**
 * Why it is not out yet: quiet hours, others to go out with, a try that failed, a channel on which nothing comes through for over a
 * minute.
 */
export const WAITS_FOR = ['QUIET', 'TOGETHER', 'RETRY', 'CHANNEL'] as const
/** UNKNOWN: the way broke after it was sent, or the program ended; it may have arrived. */
export const ATTEMPT_OUTCOMES = ['SENT', 'REFUSED', 'FAILED', 'UNKNOWN'] as const

export const Notification = z.object({
  id: Id,
  channel: Channel,
  recipient: z.string(),
  /** Whose address or number it is; null: of nobody with an account. */
  person: Who.nullable(),
  subject: z.string(),
  text: z.string(),
  /** KEPT: no provider is configured, this is what would have gone out. */
  state: SendingState,
  withheldFor: z.enum(WITHHELD_FOR).nullable(),
  /** QUEUED: what it waits for and until when, as far as anybody knows; null: it is its turn. */
  waits: z.object({ for: z.enum(WAITS_FOR), untilUtc: Stamp.nullable() }).nullable(),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  /** It may have come twice. */
  repeated: z.boolean(),
  /** It went out, or waits, within another one that tells of several events. */
  digestId: Id.nullable(),
  eventId: Id.nullable(),
  /** It tells of a drill. */
  drillId: Id.nullable(),
  createdUtc: Stamp,
  sentUtc: Stamp.nullable(),
  /** When a key was pressed during the call; of a drill, when it was confirmed. */
  acknowledgedUtc: Stamp.nullable(),
})
export type Notification = z.infer<typeof Notification>

export const NotificationDetails = Notification.extend({
  /** Each try, the oldest first: of a digest's parts those of the digest. At most 200 of them, the newest. */
  tries: z.array(z.object({ atUtc: Stamp, outcome: z.enum(ATTEMPT_OUTCOMES), detail: z.string() })),
})
export type NotificationDetails = z.infer<typeof NotificationDetails>

export const outboxPages = paging({ sorts: ['createdUtc', 'id'], sort: 'createdUtc', direction: 'DESC' })

export const outbox = routes({
  search: {
    method: 'GET',
    path: '/notifications/search',
    summary: 'What was sent, or would have been without a provider',
    access: 'events.read',
    query: outboxPages.query.extend({ eventId: Id.optional(), channel: Channel.optional(), state: SendingState.optional() }),
    reply: outboxPages.of(Notification),
  },
  details: {
    method: 'GET',
    path: '/notifications/:id',
    summary: 'One of them, with each try',
    access: 'events.read',
    params: byId,
    reply: NotificationDetails,
  },
  pressed: {
    method: 'POST',
    path: '/notifications/voice/:token',
    summary: 'What somebody pressed during a call, from the provider that called; answers what it says next (TwiML)',
    access: 'open',
    hook: true,
    params: z.object({ token: z.string().regex(/^[\w-]{20,64}$/) }),
    body: z.object({ Digits: z.string().max(20).default('') }).catchall(z.string().max(4000)),
    reply: { file: ['text/xml'] },
  },
  reported: {
    method: 'POST',
    path: '/notifications/reports/:id',
    summary: 'What became of a message, from the provider that took it; who could not be reached hears by the next channel',
    access: 'open',
    hook: true,
    params: byId,
    body: z
      .object({
        MessageStatus: z.string().max(40).optional(),
        CallStatus: z.string().max(40).optional(),
        ErrorCode: z.string().max(20).optional(),
      })
      .catchall(z.string().max(4000)),
    reply: { file: ['text/xml'] },
  },
  replied: {
    method: 'POST',
    path: '/notifications/replies',
    summary: 'What somebody wrote back, from the provider that brings it; 1 confirms the drills that this number was told of',
    access: 'open',
    hook: true,
    body: z.object({ From: z.string().max(100), Body: z.string().max(4000).default('') }).catchall(z.string().max(4000)),
    reply: { file: ['text/xml'] },
  },
})
