import { CHANNELS } from '@steading/contract/outbox'
import type { Channel } from '@steading/contract/outbox'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { DELIVERY_MS, MAIL_LANES, mailer } from '../platform/mail.ts'
import type { Posted, Provided } from '../platform/provider.ts'
import { provider } from '../platform/providers.ts'
import type { Pulse } from '../platform/pulse.ts'
import { byBeat } from './beat.ts'
import { gate, openGate } from './gate.ts'
import type { Gate } from './gate.ts'

export interface Sendable {
  readonly key: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: string
  readonly date: Date
  /** VOICE: where a key press goes. */
  readonly link: string | null
  /** Where a provider tells what became of it. */
  readonly report: string | null
}

/** How messages of a channel go out. */
export interface Way {
  /** What is sent twice comes once. */
  readonly keyed: boolean
  /** So many at a time. */
  readonly lanes: number
  /** Longer than one delivery takes, ms. */
  readonly lease: number
  readonly gate: Gate
  /** Answers what the provider calls it. @throws NotDelivered */
  send(one: Sendable): Promise<string>
  /** Is it too late for what waits under this key? */
  isOver?(key: string): boolean
  isFrom(posted: Posted): boolean
  close(): Promise<void>
}
/** A channel, or the way of heartbeats, whose rows are no messages of anybody. */
export type Route = Channel | 'HEARTBEAT'
export type Ways = Readonly<Record<Channel, Way | null> & Record<'HEARTBEAT', Way>>

/** Channels whose messages cost something each. */
export const hasCost = (channel: Route): channel is Provided => channel !== 'MAIL' && channel !== 'HEARTBEAT'

const LANES = 16
const LEASE = 20_000

/** The ways that the settings open; null: what would go out is kept. */
export function waysOf(config: Config, clock: Clock, pulse: Pulse): Ways {
  const { SMTP_URL } = config
  const mail = SMTP_URL ? mailer({ ...config, SMTP_URL }) : null
  const byMail: Way | null = mail && {
    ...{ keyed: true, lanes: MAIL_LANES, lease: DELIVERY_MS, gate: gate(clock) },
    async send({ key, to, subject, text, html, date }) {
      await mail.send({ key, to, subject, text, html, date })
      return ''
    },
    isFrom: () => false,
    close: () => mail.close(),
  }
  const provided = (channel: Provided): Way | null => {
    const address = config[`${channel}_PROVIDER`]
    if (!address) return null
    const { keyed, send, isFrom, close } = provider(channel, address)
    return {
      ...{ keyed, lanes: LANES, lease: LEASE, gate: gate(clock), isFrom, close },
      send: async one => (await send(one)).reference,
    }
  }
  return {
    ...{ MAIL: byMail, SMS: provided('SMS'), VOICE: provided('VOICE'), WHATSAPP: provided('WHATSAPP') },
    HEARTBEAT: { ...byBeat(config, pulse), lanes: 1, lease: LEASE, gate: openGate },
  }
}

export const openWays = (ways: Ways): readonly (readonly [Route, Way])[] => [
  ...openChannels(ways).map(channel => [channel, ways[channel]!] as const),
  ['HEARTBEAT', ways.HEARTBEAT],
]

/** The channels that the settings open. */
export const openChannels = (ways: Ways): readonly Channel[] => CHANNELS.filter(channel => ways[channel])
