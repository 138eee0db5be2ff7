import { outbox } from '@steading/contract/outbox'
import type { Channel, Notification, SENDING_STATES } from '@steading/contract/outbox'
import { mayDo } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { searchNotifications } from './outbox.sql.ts'
import type { NotificationRow } from './outbox.sql.ts'

export const outboxSlice = ({ db }: World) =>
  slice(outbox, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const found = await searchNotifications(work, query)
        return { ...found, content: found.content.map(row => present(row, actor)) }
      }),
  })

const present = (row: NotificationRow, actor: Actor): Notification => ({
  id: row.id,
  channel: row.channel as Channel, // safe: the column's check
  recipient: mayKnow(row, actor) ? row.recipient : hidden(row.recipient),
  subject: row.subject,
  text: row.text,
  state: row.state as (typeof SENDING_STATES)[number], // safe: the column's check
  attempts: row.attempts,
  // A server's answer may name the address.
  lastError: mayKnow(row, actor) ? row.last_error : row.last_error && '…',
  eventId: row.event_id,
  createdUtc: row.created_at.toISOString(),
  sentUtc: row.sent_at?.toISOString() ?? null,
})

/** Addresses of others are for those who may see people. */
const mayKnow = (row: NotificationRow, actor: Actor) => row.user_id === actor.id || mayDo(actor, ['users.read', 'users.list'])
const hidden = (address: string) => address.replace(/^(.).*(@.*)$/, '$1…$2')
