import { outbox } from '@steading/contract/outbox'
import type { ATTEMPT_OUTCOMES, Channel, Notification } from '@steading/contract/outbox'
import { seesPeople } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { found } from '../platform/database/work.ts'
import { NotFound } from '../platform/failures.ts'
import { html } from '../platform/html.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import type { Outbox } from './outbox.ts'
import { notificationById, searchNotifications, triesOf } from './outbox.sql.ts'
import type { NotificationRow } from './outbox.sql.ts'
import { waitsOf } from './waits.ts'

export const outboxSlice = ({ db }: World, door: Pick<Outbox, 'pressed' | 'replied' | 'reported'>) =>
  slice(outbox, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const listed = await searchNotifications(work, query)
        return { ...listed, content: listed.content.map(row => present(row, actor, work.now)) }
      }),
    details: ({ actor, params }) =>
      db.work(actor, async work => {
        const row = found(await notificationById(work, params.id))
        // What it went out in may tell of another place first.
        const tries = await work.beyond(whole => triesOf(whole, row.digest_id === null ? [row.id] : [row.id, row.digest_id]))
        return { ...present(row, actor, work.now), tries: tries.map(one => presentTry(one, mayKnow(row, actor))) }
      }),
    pressed: async ({ params, body, signature }) => {
      const said = await door.pressed({ token: params.token, digits: body.Digits, fields: body, signature })
      if (!said) throw new NotFound()
      const { t, isNoted, isDrill } = said
      const words = t(!isNoted ? 'voice.notPressed' : isDrill ? 'voice.drillPressed' : 'voice.pressed')
      const answer = html`<Response><Say language="${t.language}">${words}</Say></Response>`.html
      return { name: 'answer.xml', type: 'text/xml', content: Buffer.from(answer) }
    },
    reported: async ({ params: { id }, body, signature }) => {
      const status = body.MessageStatus ?? body.CallStatus ?? ''
      if (!(await door.reported({ id, status, reason: body.ErrorCode ?? '', fields: body, signature }))) throw new NotFound()
      return { name: 'answer.xml', type: 'text/xml', content: Buffer.from('<Response/>') }
    },
    replied: async ({ body, signature }) => {
      const { From: from, Body: said } = body
      if (!(await door.replied({ from, text: said, fields: body, signature }))) throw new NotFound()
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
  state: row.state as Notification['state'], // safe: the column's check
  withheldFor: row.withheld_for as Notification['withheldFor'], // safe: the column's check
  waits: waitsOf(row, now),
  attempts: row.attempts,
  // A server's answer may name the address.
  lastError: mayKnow(row, actor) ? row.last_error : row.last_error && '…',
  repeated: row.repeated,
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
