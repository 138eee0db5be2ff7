import { TOO_OLD } from '@steading/contract/events/outbox'
import { expect, test } from 'vitest'
import { suppressionReason } from './suppression.ts'
import type { SuppressionFacts } from './suppression.ts'

const NOW = Date.UTC(2026, 6, 6, 10)

interface Message {
  readonly channel?: 'MAIL' | 'SMS' | 'WHATSAPP' | 'VOICE'
  /** Age, ms. */
  readonly age?: number
  readonly hears?: boolean
  /** Held for quiet hours. */
  readonly quiet?: boolean
  /** State of the drill that it belongs to; absent: it belongs to none. */
  readonly drill?: 'RUNNING' | 'CLOSED'
  /** How long after the message its event was closed, ms; null: open; absent: it has no event. */
  readonly closedAfter?: number | null
  /** Whether all events are closed that it reports as a digest. */
  readonly digestClosed?: boolean
}

const reasonFor = ({ channel = 'MAIL', age = 0, hears = true, quiet = false, ...message }: Message) => {
  const createdAt = NOW - age
  const { drill, closedAfter, digestClosed = false } = message
  const facts: SuppressionFacts = {
    isDrillClosed: id => Promise.resolve(id === 'drill' && drill === 'CLOSED'),
    isEventClosed: (id, since = new Date(0)) =>
      Promise.resolve(id === 'event' && typeof closedAfter === 'number' && createdAt + closedAfter > since.getTime()),
    areDigestEventsClosed: id => Promise.resolve(id === 'message' && digestClosed),
  }
  const row = {
    id: 'message',
    hears,
    quiet,
    drill_id: drill === undefined ? null : 'drill',
    event_id: closedAfter === undefined ? null : 'event',
    created_at: new Date(createdAt),
  }
  return suppressionReason(row, { channel, now: new Date(NOW) }, facts)
}

test.each<[string, Message, Awaited<ReturnType<typeof reasonFor>>]>([
  ['sends a message without an event', {}, null],
  ['sends an old message without an event', { age: 10 * TOO_OLD }, null],
  ['sends the message of an open event', { closedAfter: null }, null],
  ['sends the old message of an open event', { closedAfter: null, age: 10 * TOO_OLD }, null],
  ['sends a text whose event was closed meanwhile', { closedAfter: 1, age: 1_000 }, null],

  ['suppresses a message whose recipient may not read it', { hears: false }, 'RECIPIENT'],
  ['names the recipient before the drill', { hears: false, drill: 'CLOSED' }, 'RECIPIENT'],
  ['names the recipient before the event', { hears: false, closedAfter: 1, age: TOO_OLD + 1 }, 'RECIPIENT'],

  ['sends the message of a running drill', { drill: 'RUNNING' }, null],
  ['suppresses the message of a closed drill', { drill: 'CLOSED' }, 'DRILL_OVER'],
  ['names the drill before the event', { drill: 'CLOSED', closedAfter: 1, age: TOO_OLD + 1 }, 'DRILL_OVER'],

  ['sends a digest of closed events up to the limit of age', { digestClosed: true, age: TOO_OLD }, null],
  ['suppresses a digest of closed events beyond the limit of age', { digestClosed: true, age: TOO_OLD + 1 }, 'OVER'],
  ['sends an old digest with an open event', { digestClosed: false, age: TOO_OLD + 1 }, null],

  ['sends the message of a closed event up to the limit of age', { closedAfter: 1, age: TOO_OLD }, null],
  ['suppresses the message of a closed event beyond the limit of age', { closedAfter: 1, age: TOO_OLD + 1 }, 'OVER'],
  ['suppresses the old message of an event closed before it', { closedAfter: -1, age: TOO_OLD + 1 }, 'OVER'],

  ['sends a message held for quiet hours while its event is open', { quiet: true, closedAfter: null }, null],
  ['suppresses a message held for quiet hours whose event is closed', { quiet: true, closedAfter: 1 }, 'QUIET_OVER'],
  ['names quiet hours before the age', { quiet: true, closedAfter: 1, age: TOO_OLD + 1 }, 'QUIET_OVER'],

  ['calls about an open event', { channel: 'VOICE', closedAfter: null }, null],
  ['calls about an event closed before the call was queued', { channel: 'VOICE', closedAfter: -1 }, null],
  ['calls about an event closed as the call was queued', { channel: 'VOICE', closedAfter: 0 }, null],
  ['suppresses a call about an event closed afterwards', { channel: 'VOICE', closedAfter: 1 }, 'OVER'],
  ['names quiet hours of a call', { channel: 'VOICE', quiet: true, closedAfter: 1 }, 'QUIET_OVER'],
  ['sends an SMS about an event closed afterwards', { channel: 'SMS', closedAfter: 1 }, null],
  ['sends a WhatsApp message about an event closed afterwards', { channel: 'WHATSAPP', closedAfter: 1 }, null],
])('%s', async (_, message, reason) => expect(await reasonFor(message)).toBe(reason))
