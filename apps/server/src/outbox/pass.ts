import type { Channel } from '@steading/contract/outbox'
import type { Work } from '../platform/database/work.ts'
import { addressOn, wants } from './audience.ts'
import { notePassed, stateOfKey } from './delivery.sql.ts'
import type { QueuedRow } from './delivery.sql.ts'
import { newsIn } from './news.ts'
import { peopleOf } from './outbox.sql.ts'
import { keyOn } from './put.ts'
import type { Put } from './put.ts'
import { hasCost } from './ways.ts'
import type { Ways } from './ways.ts'

/** After so long without success somebody is told by another channel, ms. */
export const PASS_AFTER = 90_000

const NEXT: Readonly<Record<Channel, readonly Channel[]>> = {
  MAIL: ['SMS', 'VOICE'],
  SMS: ['MAIL', 'VOICE'],
  VOICE: ['SMS', 'MAIL'],
  WHATSAPP: ['SMS', 'MAIL', 'VOICE'],
}

/** Tells the same person of the same occurrence by the next channel that reaches them, if there is one. */
export async function passOn(work: Work, row: QueuedRow, ways: Ways, put: Put, { free = false } = {}): Promise<void> {
  await notePassed(work, row.id)
  const news = newsIn(row.news)
  if (!news || row.user_id === null) return
  const [person] = await peopleOf(work, [row.user_id], row.entity_id)
  if (!person) return
  const channel = row.channel as Channel // safe: the column's check
  for (const next of NEXT[channel]) {
    const address = addressOn(next, person)
    if (!ways[next] || address === null || (free && hasCost(next)) || !wants(person, next, news.severity)) continue
    const [hears] = await put(work, news, [{ channel: next, to: { ...person, address } }])
    if (hears) return
    // It went that way before: they know. Otherwise a further channel may reach them.
    if ((await stateOfKey(work, keyOn(news, next, address))) === 'SENT') return
  }
}
