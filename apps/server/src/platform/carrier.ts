import type { Channel } from '@steading/contract/outbox'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from './config.ts'
import type { Mail } from './mail.ts'
import { NotDelivered } from './provider.ts'
import type { ProviderMessage, Undelivered } from './provider.ts'

/** A message as any channel takes it. */
export type Sendable = Mail & ProviderMessage

/** What the thread is told of the settings. */
export type Addresses = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'SMS_PROVIDER' | 'VOICE_PROVIDER' | 'WHATSAPP_PROVIDER'>

export interface Order {
  readonly id: number
  readonly channel: Channel
  readonly message: Sendable
}
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
  /** Answers what the provider calls it. @throws NotDelivered */
  carry(channel: Channel, message: Sendable): Promise<string>
  /** Waits for what is being sent. */
  close(): Promise<void>
}

export function carrier({ SMTP_URL, MAIL_FROM, SMS_PROVIDER, VOICE_PROVIDER, WHATSAPP_PROVIDER }: Addresses): Carrier {
  const addresses: Addresses = { SMTP_URL, MAIL_FROM, SMS_PROVIDER, VOICE_PROVIDER, WHATSAPP_PROVIDER }
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  let thread: Worker | undefined
  let last = 0

  function settle(carried: Carried) {
    const one = waiting.get(carried.id)
    waiting.delete(carried.id)
    if ('reference' in carried) one?.resolve(carried.reference)
    else one?.reject('bug' in carried ? carried.bug : new NotDelivered(carried.undelivered.message, carried.undelivered))
  }

  function begin(): Worker {
    const begun = new Worker(new URL('./carrier-thread.ts', import.meta.url), { workerData: addresses })
    begun.unref()
    begun.on('message', settle)
    // Nobody knows how far it came with what it had; the next message begins another one.
    const lost = (why: string) => {
      if (thread !== begun) return
      thread = undefined
      for (const id of waiting.keys()) settle({ id, undelivered: { message: why, outcome: 'UNKNOWN', ofWay: true, again: 0 } })
    }
    begun.on('error', error => lost(error instanceof Error ? error.message : String(error)))
    begun.on('exit', () => lost('the thread that sends has ended'))
    return begun
  }

  return {
    carry(channel, message) {
      const one = Promise.withResolvers<string>()
      const id = ++last
      waiting.set(id, one)
      thread ??= begin()
      thread.postMessage({ id, channel, message } satisfies Order, [])
      return one.promise
    },
    async close() {
      await Promise.allSettled([...waiting.values()].map(one => one.promise))
      const ending = thread
      if (!ending) return
      thread = undefined
      ending.postMessage('close', [])
      await once(ending, 'exit')
    },
  }
}
