import type { OutgoingMessage } from '../transport/transportWorker.ts'
import type { ProviderCallback } from '../transport/provider.ts'
import type { CircuitBreaker } from './circuitBreaker.ts'

/** How the messages of a channel are sent. */
export interface ChannelTransport {
  /** The provider honours message keys: a message that is sent twice arrives once. */
  readonly isIdempotent: boolean
  /** Most deliveries at a time. */
  readonly concurrency: number
  /** Duration of a claim, longer than any delivery, ms. */
  readonly lease: number
  readonly breaker: CircuitBreaker
  /** Answers the provider's reference; `first`: before messages that wait for a connection. @throws NotDelivered */
  send(outgoingMessage: OutgoingMessage, order: { readonly first: boolean }): Promise<string>
  /** Has the message of this key expired? */
  isOver?(key: string): boolean
  isAuthentic(posted: ProviderCallback): boolean
  close(): Promise<void>
}
