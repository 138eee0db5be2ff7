import { CHANNELS } from '@steading/contract/events/outbox'
import type { Channel } from '@steading/contract/events/outbox'
import PQueue from 'p-queue'
import { createTransportWorker } from '../transport/transportWorker.ts'
import type { TransportRoute, OutgoingMessage } from '../transport/transportWorker.ts'
import type { TimeSource } from '../../platform/time/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { MAX_CONNECTIONS } from '../transport/mailer.ts'
import type { ProviderChannel } from '../../platform/config/providerAddress.ts'
import { createProvider } from '../transport/createProvider.ts'
import type { HeartbeatRecorder } from '../../platform/heartbeat.ts'
import { createHeartbeatTransport } from './heartbeatTransport.ts'
import { createCircuitBreaker, alwaysClosed } from './circuitBreaker.ts'
import type { ChannelTransport } from './channelTransport.ts'

export type Transports = Readonly<Record<Channel, ChannelTransport | null> & Record<'HEARTBEAT', ChannelTransport>>

/** Channels with a cost per message. */
export const hasCost = (channel: TransportRoute): channel is ProviderChannel => channel !== 'MAIL' && channel !== 'HEARTBEAT'

const CONCURRENCY = 32
const LEASE = 20_000
/** Per connection of the mail server: one e-mail being sent and one ready to follow; the queue is read seldom. */
const MAIL = { each: 2 * MAX_CONNECTIONS, concurrency: 8 * MAX_CONNECTIONS, lease: 120_000 }

/** The transports that the settings open; null: messages of the channel are kept. */
export function createTransports(config: Config, clock: TimeSource, heartbeat: HeartbeatRecorder): Transports {
  const { send: sendOutside, close } = createTransportWorker(config)
  const mails = new PQueue({ concurrency: MAIL.each })
  const mail: ChannelTransport = {
    isIdempotent: true,
    concurrency: MAIL.concurrency,
    lease: MAIL.lease,
    breaker: createCircuitBreaker(clock),
    send: (outgoingMessage, { first }) => mails.add(() => sendOutside('MAIL', outgoingMessage), { priority: first ? 1 : 0 }),
    isAuthentic: () => false,
    close,
  }
  const provided = (channel: ProviderChannel): ChannelTransport | null => {
    const address = config[`${channel}_PROVIDER`]
    if (!address) return null
    const { isIdempotent, isAuthentic } = createProvider(channel, address)
    const send = (outgoingMessage: OutgoingMessage) => sendOutside(channel, outgoingMessage)
    return {
      isIdempotent,
      concurrency: CONCURRENCY,
      lease: LEASE,
      breaker: createCircuitBreaker(clock),
      send,
      isAuthentic,
      close,
    }
  }
  return {
    MAIL: config.SMTP_URL === undefined ? null : mail,
    SMS: provided('SMS'),
    VOICE: provided('VOICE'),
    WHATSAPP: provided('WHATSAPP'),
    HEARTBEAT: {
      ...createHeartbeatTransport(sendOutside, heartbeat),
      close,
      concurrency: 1,
      lease: LEASE,
      breaker: alwaysClosed,
    },
  }
}

export const openTransports = (transports: Transports): readonly (readonly [TransportRoute, ChannelTransport])[] => [
  ...openChannels(transports).map(channel => [channel, transports[channel]!] as const),
  ['HEARTBEAT', transports.HEARTBEAT],
]

/** The channels that the settings open. */
export const openChannels = (transports: Transports): readonly Channel[] => CHANNELS.filter(channel => transports[channel])
