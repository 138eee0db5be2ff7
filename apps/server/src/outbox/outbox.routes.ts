import { ARRIVES_IN_BY_CALL } from '@steading/contract/events/events'
import { outbox } from '@steading/contract/events/outbox'
import type { ATTEMPT_OUTCOMES, Channel, Notification } from '@steading/contract/events/outbox'
import { seesPeople } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import { html } from '../platform/text/html.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import type { Outbox } from './outbox.types.ts'
import { notificationById, searchNotifications, attemptsOf } from './outbox.sql.ts'
import type { NotificationRow } from './outbox.sql.ts'
import { pendingReason } from './delivery/pendingReason.ts'

export const outboxSlice = ({ db }: World, door: Pick<Outbox, 'pressed' | 'replied' | 'reported'>) =>
  slice(outbox, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const listed = await searchNotifications(work, query)
        return { ...listed, content: listed.content.map(row => present(row, actor, work.now)) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => {
        const row = orNotFound(await notificationById(work, params.id))
        // What it went out in may tell of another place first.
        const tries = await work.withSystemScope(whole =>
          attemptsOf(whole, row.digest_id === null ? [row.id] : [row.id, row.digest_id]),
        )
        return { ...present(row, actor, work.now), tries: tries.map(one => presentTry(one, mayKnow(row, actor))) }
      }),
    pressed: async ({ params, body, signature }) => {
      const confirmation = await door.pressed({ token: params.token, digits: body.Digits, fields: body, signature })
      if (!confirmation) throw new NotFound()
      const { t, isNoted, isGoing, isDrill } = confirmation
      const noted = isDrill ? 'voice.drillPressed' : isGoing ? 'voice.goingPressed' : 'voice.pressed'
      const words = t(isNoted ? noted : 'voice.notPressed', { count: ARRIVES_IN_BY_CALL })
      const answer = html`<Response><Say language="${t.language}">${words}</Say></Response>`.html
      return { name: 'answer.xml', type: 'text/xml', content: Buffer.from(answer) }
    },
    reported: async ({ params: { id }, body, signature }) => {
      const status = body.MessageStatus ?? body.CallStatus ?? ''
      if (!(await door.reported({ id, status, reason: body.ErrorCode ?? '', fields: body, signature }))) throw new NotFound()
      return { name: 'answer.xml', type: 'text/xml', content: Buffer.from('<Response/>') }
    },
    replied: async ({ body, signature }) => {
      const { From: from, Body: replyText } = body
      if (!(await door.replied({ from, text: replyText, fields: body, signature }))) throw new NotFound()
      return { name: 'answer.xml', type: 'text/xml', content: Buffer.from('<Response/>') }
    },
  })

const present = (row: NotificationRow, actor: Actor, now: Date): Notification => ({
  id: row.id,
  channel: row.channel as Channel, // safe: the column's check
  recipient: mayKnow(row, actor) ? row.recipient : hidden(row.recipient),
  person: row.person,
  subject: row.subject,
  text: row.text,
  state: row.state,
  withheldFor: row.suppression_reason,
  waits: pendingReason(row, now),
  attempts: row.attempts,
  // A server's answer may name the address.
  lastError: mayKnow(row, actor) ? row.last_error : row.last_error && '…',
  repeated: row.possible_duplicate,
  digestId: row.digest_id,
  eventId: row.event_id,
  drillId: row.drill_id,
  createdUtc: row.created_at.toISOString(),
  sentUtc: row.sent_at?.toISOString() ?? null,
  acknowledgedUtc: row.acknowledged_at?.toISOString() ?? null,
})

const presentTry = ({ at, outcome, detail }: { at: Date; outcome: string; detail: string }, known: boolean) => ({
  atUtc: at.toISOString(),
  outcome: outcome as (typeof ATTEMPT_OUTCOMES)[number], // safe: the column's check
  detail: known || outcome === 'SENT' ? detail : detail && '…',
})

const mayKnow = (row: NotificationRow, actor: Actor) => row.user_id === actor.id || seesPeople(actor)
const hidden = (address: string) =>
  address.includes('@') ? address.replace(/^(.).*(@.*)$/, '$1…$2') : address.replace(/^(\+?\d{2}).*(\d{2})$/, '$1…$2')
