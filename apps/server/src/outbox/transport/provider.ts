export interface ProviderMessage {
  /** Idempotency key: the same for each attempt of a message. */
  readonly key: string
  /** E.164. */
  readonly to: string
  readonly text: string
  /** As in de-DE. */
  readonly language: string
  /** VOICE: where a key press goes. */
  readonly link: string | null
  /** Callback URL for the delivery status; null: there is none. */
  readonly report: string | null
}

/** A callback that claims to come from the provider. */
export interface ProviderCallback {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  readonly signature: string | undefined
}

/** A provider of one channel. */
export interface Provider {
  /** Does it ignore a message whose key it has seen? */
  readonly isIdempotent: boolean
  /** Answers the provider's reference of the message. @throws NotDelivered */
  send(message: ProviderMessage): Promise<string>
  isAuthentic(posted: ProviderCallback): boolean
}

/** Outcome of a failed attempt; UNKNOWN: the message may have arrived. */
export type FailureOutcome = 'REFUSED' | 'FAILED' | 'UNKNOWN'

/** Why a message was not delivered. */
export interface DeliveryFailure {
  readonly message: string
  readonly outcome: FailureOutcome
  /** The channel failed, not this message only. */
  readonly isChannelFailure: boolean
  /** Delay until the next attempt that the provider asked for, ms. */
  readonly retryAfterMs: number
}

/** The process shuts down before the message was attempted. */
export class ShuttingDown extends Error {}

export class NotDelivered extends Error {
  readonly failure: DeliveryFailure
  constructor(
    message: string,
    {
      outcome,
      isChannelFailure = outcome !== 'REFUSED',
      retryAfterMs = 0,
    }: { outcome: FailureOutcome; isChannelFailure?: boolean; retryAfterMs?: number },
  ) {
    super(message)
    this.name = 'NotDelivered'
    this.failure = { message, outcome, isChannelFailure, retryAfterMs }
  }
}
