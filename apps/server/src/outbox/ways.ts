import { CHANNELS } from '@steading/contract/outbox'
import type { Channel } from '@steading/contract/outbox'
import PQueue from 'p-queue'
import { carrier } from '../platform/carrier.ts'
import type { Route, Sendable } from '../platform/carrier.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { CONNECTIONS } from '../platform/mail.ts'
import type { Posted, Provided } from '../platform/provider.ts'
import { provider } from '../platform/providers.ts'
import type { Pulse } from '../platform/pulse.ts'
import { byBeat } from './beat.ts'
import { gate, openGate } from './gate.ts'
import type { Gate } from './gate.ts'

/** How messages of a channel go out. */
export interface Way {
  /** What is sent twice comes once. */
  readonly keyed: boolean
  /** So many at a time. */
  readonly lanes: number
  /** Longer than one delivery takes, ms. */
  readonly lease: number
  readonly gate: Gate
  /** Answers what the provider calls it; `first`: before what waits. @throws NotDelivered */
  send(one: Sendable, order: { readonly first: boolean }): Promise<string>
  /** Is it too late for what waits under this key? */
  isOver?(key: string): boolean
  isFrom(posted: Posted): boolean
  close(): Promise<void>
}
export type Ways = Readonly<Record<Channel, Way | null> & Record<'HEARTBEAT', Way>>

/** Channels whose messages cost something each. */
export const hasCost = (channel: Route): channel is Provided => channel !== 'MAIL' && channel !== 'HEARTBEAT'

const LANES = 32
const LEASE = 20_000
/** Of mails, so many of each connection: one under way, one ready to follow, and what comes next is looked at seldom. */
const MAIL = { each: 2 * CONNECTIONS, lanes: 8 * CONNECTIONS, lease: 120_000 }

/** The ways that the settings open; null: what would go out is kept. */
export function waysOf(config: Config, clock: Clock, pulse: Pulse): Ways {
  const { carry, close } = carrier(config)
  const mails = new PQueue({ concurrency: MAIL.each })
  const byMail: Way = {
    ...{ keyed: true, lanes: MAIL.lanes, lease: MAIL.lease, gate: gate(clock) },
    send: (one, { first }) => mails.add(() => carry('MAIL', one), { priority: first ? 1 : 0 }),
    ...{ isFrom: () => false, close },
  }
  const provided = (channel: Provided): Way | null => {
    const address = config[`${channel}_PROVIDER`]
    if (!address) return null
    const { keyed, isFrom } = provider(channel, address)
    const send = (one: Sendable) => carry(channel, one)
    return { keyed, lanes: LANES, lease: LEASE, gate: gate(clock), send, isFrom, close }
  }
  return {
    ...{
      MAIL: config.SMTP_URL === undefined ? null : byMail,
      SMS: provided('SMS'),
      VOICE: provided('VOICE'),
      WHATSAPP: provided('WHATSAPP'),
    },
    HEARTBEAT: { ...byBeat(carry, pulse), close, lanes: 1, lease: LEASE, gate: openGate },
  }
}

export const openWays = (ways: Ways): readonly (readonly [Route, Way])[] => [
  ...openChannels(ways).map(channel => [channel, ways[channel]!] as const),
  ['HEARTBEAT', ways.HEARTBEAT],
]

/** The channels that the settings open. */
export const openChannels = (ways: Ways): readonly Channel[] => CHANNELS.filter(channel => ways[channel])
