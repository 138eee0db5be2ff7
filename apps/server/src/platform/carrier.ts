import type { Channel } from '@steading/contract/outbox'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Config } from './config.ts'
import type { Mail } from './mail.ts'
import { Ending, NotDelivered } from './provider.ts'
import type { ProviderMessage, Undelivered } from './provider.ts'

/** A message as any channel takes it. */
export type Sendable = Mail & ProviderMessage

/** What the thread is told of the settings. */
export type Addresses = Pick<
  Config,
  'SMTP_URL' | 'MAIL_FROM' | 'SMS_PROVIDER' | 'VOICE_PROVIDER' | 'WHATSAPP_PROVIDER' | 'HEARTBEAT_URL'
>
/** A channel, or the address outside that hears heartbeats: what proves the way of alarms goes all of it. */
export type Route = Channel | 'HEARTBEAT'

export interface Order {
  readonly id: number
  readonly route: Route
  readonly message: Sendable
}
/** `ping`: it is to say that it still turns. */
export type Said = Order | 'ping' | 'close'
/** What became of an order. */
export type Carried = { readonly id: number } & (
  | { readonly reference: string }
  | { readonly undelivered: Undelivered }
  | { readonly bug: unknown }
)

/**
 * Brings messages outside, from a thread of its own: a conversation with a mail server takes a dozen words, and each of them
 * would wait until this thread is done with what thousands of boxes tell.
 */
export interface Carrier {
  /** Answers what the provider calls it. @throws NotDelivered, Ending */
  carry(route: Route, message: Sendable): Promise<string>
  /** Waits for what is being sent, and no longer than a provider may take; takes nothing any more. */
  close(): Promise<void>
}

/** Ms between two looks at the thread while it has something, and after how many without a word it is given up. */
const LOOK = 5_000
const SILENT = 6
/** Ms that closing waits for what is being sent. */
const PATIENCE = 8_000

export function carrier(addresses: Addresses): Carrier {
  const { SMTP_URL, MAIL_FROM, SMS_PROVIDER, VOICE_PROVIDER, WHATSAPP_PROVIDER, HEARTBEAT_URL } = addresses
  const workerData: Addresses = { SMTP_URL, MAIL_FROM, SMS_PROVIDER, VOICE_PROVIDER, WHATSAPP_PROVIDER, HEARTBEAT_URL }
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  let thread: Worker | undefined
  let last = 0
  let closing: Promise<void> | undefined

  function settle(carried: Carried) {
    const one = waiting.get(carried.id)
    waiting.delete(carried.id)
    if ('reference' in carried) one?.resolve(carried.reference)
    else one?.reject('bug' in carried ? carried.bug : new NotDelivered(carried.undelivered.message, carried.undelivered))
  }

  function begin(): Worker {
    const begun = new Worker(new URL('./carrier-thread.ts', import.meta.url), { workerData })
    begun.unref()
    // Looks, not time: whoever was held still with it heard nothing either.
    let silent = 0
    const looking = setInterval(() => {
      if (waiting.size === 0) silent = 0
      else if (++silent > SILENT) void begun.terminate()
      else begun.postMessage('ping' satisfies Said, [])
    }, LOOK).unref()
    begun.on('message', (said: Carried | 'pong') => {
      silent = 0
      if (said !== 'pong') settle(said)
    })
    // Nobody knows how far it came with what it had; the next message begins another one.
    const lost = (why: string) => {
      clearInterval(looking)
      if (thread !== begun) return
      thread = undefined
      for (const id of waiting.keys()) settle({ id, undelivered: { message: why, outcome: 'UNKNOWN', ofWay: true, again: 0 } })
    }
    begun.on('error', error => lost(error instanceof Error ? error.message : String(error)))
    begun.on('exit', () => lost('the thread that sends has ended'))
    return begun
  }

  async function end(): Promise<void> {
    const ending = thread
    if (!ending) return
    const sending = Promise.allSettled([...waiting.values()].map(one => one.promise))
    await Promise.race([sending, pause(PATIENCE, undefined, { ref: false })])
    if (thread !== ending) return
    const ended = once(ending, 'exit')
    if (waiting.size > 0) await ending.terminate()
    else ending.postMessage('close' satisfies Said, [])
    await Promise.race([ended, pause(PATIENCE, undefined, { ref: false }).then(() => ending.terminate())])
  }

  return {
    async carry(route, message) {
      if (closing) throw new Ending('the program is ending')
      thread ??= begin()
      const one = Promise.withResolvers<string>()
      const id = ++last
      waiting.set(id, one)
      thread.postMessage({ id, route, message } satisfies Said, [])
      return one.promise
    },
    close: () => (closing ??= end()),
  }
}
