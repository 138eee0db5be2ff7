import type { Severity } from '@steading/contract/events'
import type { Channel } from '@steading/contract/outbox'
import type { Config } from '../platform/config.ts'
import type { Work } from '../platform/database/work.ts'
import { addressOn, wants } from './audience.ts'
import type { Told } from './audience.ts'
import { mayTell } from './countries.ts'
import { notePassed, revive, stateOfKey } from './delivery.sql.ts'
import type { QueuedRow } from './delivery.sql.ts'
import { inChargeOf } from './inCharge.ts'
import type { InChargeOf } from './inCharge.ts'
import { newsIn } from './news.ts'
import { peopleOf } from './outbox.sql.ts'
import type { Recipient } from './outbox.sql.ts'
import { keyOn } from './put.ts'
import type { Destination, Put } from './put.ts'
import { hasCost, openChannels } from './ways.ts'
import type { Ways } from './ways.ts'

/** After so long without success somebody is told by another channel, ms. */
export const PASS_AFTER = 90_000

const NEXT: Readonly<Record<Channel, readonly Channel[]>> = {
  MAIL: ['SMS', 'VOICE'],
  SMS: ['MAIL', 'VOICE'],
  VOICE: ['SMS', 'MAIL'],
  WHATSAPP: ['SMS', 'MAIL', 'VOICE'],
}

/** What the settings open: channels, and the numbers that they may reach. */
export interface Open {
  readonly ways: Ways
  readonly config: Config
}

/** Is the channel open, and may it tell there? */
export const isReached = ({ ways, config }: Open, { channel, to }: Destination): boolean =>
  ways[channel] !== null && mayTell(config, channel, to.address)

/** Where these channels reach somebody. */
export const reachedBy = ({ ways, config }: Open, person: Recipient, channels: readonly Channel[]): Destination[] =>
  channels.flatMap(channel => {
    const address = addressOn(channel, person)
    return address !== null && ways[channel] && mayTell(config, channel, address) ? [{ channel, to: { ...person, address } }] : []
  })

/** The other ways to somebody of what is so grave, the next one first. */
const beside = (open: Open, person: Recipient, channel: Channel, severity: Severity) =>
  reachedBy(open, person, NEXT[channel]).filter(one => wants(person, one.channel, severity))

/**
 * Tells the same person of the same occurrence by the next channel that reaches them, if there is one; of somebody without an
 * account who cannot be told what is CRITICAL, those in charge hear. `free`: by what costs nothing. Answers whether anybody hears.
 */
export async function passOn(work: Work, row: QueuedRow, open: Open, put: Put, { free = false } = {}): Promise<boolean> {
  await notePassed(work, row.id)
  const news = newsIn(row.news)
  if (!news) return false
  const channel = row.channel as Channel // safe: the column's check
  const isOpen = (one: Destination) => !free || !hasCost(one.channel)
  if (row.user_id === null) {
    if (news.severity !== 'CRITICAL') return false
    const all = (await everyWay(work, news, open)).filter(isOpen)
    return (await put(work, { news, all })).some(Boolean)
  }
  const [person] = await peopleOf(work, [row.user_id], row.entity_id)
  if (!person) return false
  for (const next of beside(open, person, channel, news.severity)) {
    if (!isOpen(next)) continue
    const [hears] = await put(work, { news, all: [next] })
    const key = keyOn(news, next.channel, next.to.address)
    // It went that way before: they know. What the day had no room for goes after all. Otherwise a further channel may reach them.
    if (hears || (await stateOfKey(work, key)) === 'SENT') return true
    if (news.severity === 'CRITICAL' && !free && (await revive(work, key))) return true
  }
  return false
}

/** Who would hear by what an event names. */
export interface Named {
  readonly due: readonly Destination[]
  /** Whom the rule does not disturb again yet. */
  readonly held: readonly Destination[]
  /** Whom a channel does not reach, by the next one that does. */
  readonly nexts: readonly Destination[]
}

/** The next way to somebody whom a channel does not reach, if there is one. */
export const nextTo = (open: Open, person: Recipient, channel: Channel, severity: Severity): readonly Destination[] =>
  beside(open, person, channel, severity).slice(0, 1)

/**
 * Who is told besides, at once. Whom a channel cannot reach, since they have no number, want none of this by it, nobody has opened
 * it or the number lies abroad, hears by the next one that does. Of what is CRITICAL and reaches nobody, those in charge of the
 * place hear on every channel that there is.
 */
export async function inStead(
  work: Work,
  news: Pick<Told, 'severity' | 'entityId' | 'eventId' | 'escalation'>,
  { due, held, nexts }: Named,
  open: Open,
): Promise<Destination[]> {
  const nameOf = ({ channel, to }: Destination) => `${channel}|${to.address.toLowerCase()}`
  const channels = openChannels(open.ways)
  const known = new Set([...due, ...held].map(nameOf))
  const beyond = due.filter(one => !isReached(open, one) && one.to.userId !== null)
  const all = [...beyond.flatMap(one => nextTo(open, one.to, one.channel, news.severity)), ...nexts]
  const others = [...new Map(all.map(one => [nameOf(one), one])).values()].filter(one => !known.has(nameOf(one)))
  // Where nothing is open, all that would go out is kept to be read.
  const named = [...due, ...held, ...others]
  const isHeard = channels.length > 0 ? named.some(one => isReached(open, one)) : named.length > 0
  return isHeard || news.severity !== 'CRITICAL' ? others : everyWay(work, news, open)
}

/** Those in charge, on every channel that reaches them; where none is open, by mail that is kept to be read. */
async function everyWay(work: Work, news: InChargeOf, open: Open) {
  const channels = openChannels(open.ways)
  const people = await inChargeOf(work, news)
  if (channels.length > 0) return people.flatMap(one => reachedBy(open, one, channels))
  return people.map((one): Destination => ({ channel: 'MAIL', to: { ...one, address: one.email } }))
}
