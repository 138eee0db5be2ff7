import type { Severity } from '@steading/contract/events/events'
import type { Channel } from '@steading/contract/events/outbox'
import type { Config } from '../../platform/config/config.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { openChannels } from '../delivery/channels.ts'
import type { Transports } from '../delivery/channels.ts'
import { isCountryAllowed } from './allowedCountries.ts'
import { acceptsSeverity, addressOn } from './eventRecipients.ts'
import { peopleInCharge } from './peopleInCharge.ts'
import type { InChargeQuery } from './peopleInCharge.ts'
import type { Destination, EventTarget, Recipient } from './recipients.ts'

/** Fallback channels in their order. */
const NEXT: Readonly<Record<Channel, readonly Channel[]>> = {
  MAIL: ['SMS', 'VOICE'],
  SMS: ['MAIL', 'VOICE'],
  VOICE: ['SMS', 'MAIL'],
  WHATSAPP: ['SMS', 'MAIL', 'VOICE'],
}

/** The channels that the settings open, and the numbers that they allow. */
export interface OpenChannels {
  readonly transports: Transports
  readonly config: Config
}

/** Is the channel open, and the country of the number allowed? */
export const isReachable = ({ transports, config }: OpenChannels, { channel, to }: Destination): boolean =>
  transports[channel] !== null && isCountryAllowed(config, channel, to.address)

/** The destinations of a recipient on those of these channels that reach them. */
export const reachableOn = (
  { transports, config }: OpenChannels,
  person: Recipient,
  channels: readonly Channel[],
): Destination[] =>
  channels.flatMap(channel => {
    const address = addressOn(channel, person)
    return address !== null && transports[channel] && isCountryAllowed(config, channel, address)
      ? [{ channel, to: { ...person, address } }]
      : []
  })

/** The other channels for a recipient and a severity, in order. */
export const otherChannels = (open: OpenChannels, person: Recipient, channel: Channel, severity: Severity) =>
  reachableOn(open, person, NEXT[channel]).filter(destination => acceptsSeverity(person, destination.channel, severity))

export interface NamedDestinations {
  readonly due: readonly Destination[]
  /** Was the recipient notified of the event recently? */
  readonly throttled: readonly Destination[]
  /** Fallback destinations of recipients without an address on the channel of the action. */
  readonly nexts: readonly Destination[]
}

/** The first fallback destination of a recipient, if there is one. */
export const nextChannel = (
  open: OpenChannels,
  person: Recipient,
  channel: Channel,
  severity: Severity,
): readonly Destination[] => otherChannels(open, person, channel, severity).slice(0, 1)

/**
 * Fallback destinations, at once. A recipient whom the channel of the action cannot reach (no number, preferences, a closed
 * channel, a country that is not allowed) is notified on the next channel that does. A CRITICAL event that reaches nobody
 * notifies the people in charge on every channel.
 */
export async function fallbackRecipients(
  work: UnitOfWork,
  event: Pick<EventTarget, 'severity' | 'entityId' | 'eventId' | 'escalation'>,
  { due, throttled, nexts }: NamedDestinations,
  open: OpenChannels,
): Promise<Destination[]> {
  const nameOf = ({ channel, to }: Destination) => `${channel}|${to.address.toLowerCase()}`
  const channels = openChannels(open.transports)
  const known = new Set([...due, ...throttled].map(nameOf))
  const unreachable = due.filter(destination => !isReachable(open, destination) && destination.to.userId !== null)
  const all = [
    ...unreachable.flatMap(destination => nextChannel(open, destination.to, destination.channel, event.severity)),
    ...nexts,
  ]
  const others = [...new Map(all.map(destination => [nameOf(destination), destination])).values()].filter(
    destination => !known.has(nameOf(destination)),
  )
  // Without an open channel every message is kept, to be read in the history.
  const named = [...due, ...throttled, ...others]
  const isAnyoneReached = channels.length > 0 ? named.some(destination => isReachable(open, destination)) : named.length > 0
  return isAnyoneReached || event.severity !== 'CRITICAL' ? others : peopleInChargeOnEveryChannel(work, event, open)
}

/** The people in charge, on every channel that reaches them; without an open channel by e-mails that are kept. */
export async function peopleInChargeOnEveryChannel(work: UnitOfWork, query: InChargeQuery, open: OpenChannels) {
  const channels = openChannels(open.transports)
  const people = await peopleInCharge(work, query)
  if (channels.length > 0) return people.flatMap(person => reachableOn(open, person, channels))
  return people.map((person): Destination => ({ channel: 'MAIL', to: { ...person, address: person.email } }))
}
