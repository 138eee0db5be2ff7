import type { Channel } from '@steading/contract/events/outbox'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Config } from '../../platform/config/config.ts'
import type { Mail } from './mailer.ts'
import { ShuttingDown, NotDelivered } from './provider.ts'
import type { ProviderMessage, DeliveryFailure } from './provider.ts'

/** A message for any channel. */
export type OutgoingMessage = Mail & ProviderMessage

/** Settings of the transport thread. */
export type TransportSettings = Pick<
  Config,
  'SMTP_URL' | 'MAIL_FROM' | 'SMS_PROVIDER' | 'VOICE_PROVIDER' | 'WHATSAPP_PROVIDER' | 'HEARTBEAT_URL'
>
/** A channel, or the external watchdog: heartbeats take the whole path of alarms. */
export type TransportRoute = Channel | 'HEARTBEAT'

export interface TransportRequest {
  readonly id: number
  readonly route: TransportRoute
  readonly message: OutgoingMessage
}
/** Commands to the thread. `ping`: it answers `pong` while its event loop runs. */
export type WorkerCommand = TransportRequest | 'ping' | 'close'
/** Result of a request. */
export type TransportResult = { readonly id: number } & (
  | { readonly reference: string }
  | { readonly undelivered: DeliveryFailure }
  | { readonly bug: unknown }
)

/**
 * Sends messages from a thread of its own. SMTP takes a dozen round trips, and on the main thread each would wait for the messages of
 * thousands of boxes.
 */
export interface TransportWorker {
  /** Answers the provider's reference of the message. @throws NotDelivered, ShuttingDown */
  send(route: TransportRoute, message: OutgoingMessage): Promise<string>
  /** Refuses further messages and waits for the pending ones, at most as long as a provider may take. */
  close(): Promise<void>
}

/** Ms between two pings while messages are pending, and missed pings after which the thread is terminated. */
const PING_INTERVAL = 5_000
const MAX_MISSED_PINGS = 6
/** Longest wait for pending messages on close, ms. */
const CLOSE_TIMEOUT = 8_000

export function createTransportWorker(addresses: TransportSettings): TransportWorker {
  const { SMTP_URL, MAIL_FROM, SMS_PROVIDER, VOICE_PROVIDER, WHATSAPP_PROVIDER, HEARTBEAT_URL } = addresses
  const workerData: TransportSettings = { SMTP_URL, MAIL_FROM, SMS_PROVIDER, VOICE_PROVIDER, WHATSAPP_PROVIDER, HEARTBEAT_URL }
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  let thread: Worker | undefined
  let lastId = 0
  let closing: Promise<void> | undefined

  function settle(result: TransportResult) {
    const pending = waiting.get(result.id)
    waiting.delete(result.id)
    if ('reference' in result) pending?.resolve(result.reference)
    else pending?.reject('bug' in result ? result.bug : new NotDelivered(result.undelivered.message, result.undelivered))
  }

  function startThread(): Worker {
    const started = new Worker(new URL('./transportThread.ts', import.meta.url), { workerData })
    started.unref()
    // Counts pings, not time: a process that was suspended missed its own ticks as well.
    let missedPings = 0
    const pinging = setInterval(() => {
      if (waiting.size === 0) missedPings = 0
      else if (++missedPings > MAX_MISSED_PINGS) void started.terminate()
      else started.postMessage('ping' satisfies WorkerCommand, [])
    }, PING_INTERVAL).unref()
    started.on('message', (reply: TransportResult | 'pong') => {
      missedPings = 0
      if (reply !== 'pong') settle(reply)
    })
    // The outcome of its pending messages is unknown; the next message starts another thread.
    const onThreadLost = (why: string) => {
      clearInterval(pinging)
      if (thread !== started) return
      thread = undefined
      for (const id of waiting.keys())
        settle({ id, undelivered: { message: why, outcome: 'UNKNOWN', isChannelFailure: true, retryAfterMs: 0 } })
    }
    started.on('error', error => onThreadLost(error instanceof Error ? error.message : String(error)))
    started.on('exit', () => onThreadLost('the thread that sends has ended'))
    return started
  }

  async function closeThread(): Promise<void> {
    const ending = thread
    if (!ending) return
    const sending = Promise.allSettled([...waiting.values()].map(pending => pending.promise))
    await Promise.race([sending, pause(CLOSE_TIMEOUT, undefined, { ref: false })])
    if (thread !== ending) return
    const ended = once(ending, 'exit')
    if (waiting.size > 0) await ending.terminate()
    else ending.postMessage('close' satisfies WorkerCommand, [])
    await Promise.race([ended, pause(CLOSE_TIMEOUT, undefined, { ref: false }).then(() => ending.terminate())])
  }

  return {
    async send(route, message) {
      if (closing) throw new ShuttingDown('the program is ending')
      thread ??= startThread()
      const pending = Promise.withResolvers<string>()
      const id = ++lastId
      waiting.set(id, pending)
      thread.postMessage({ id, route, message } satisfies WorkerCommand, [])
      return pending.promise
    },
    close: () => (closing ??= closeThread()),
  }
}
