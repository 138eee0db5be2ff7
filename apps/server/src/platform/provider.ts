/** Channels that a provider serves. */
export const PROVIDED = ['SMS', 'VOICE', 'WHATSAPP'] as const
export type Provided = (typeof PROVIDED)[number]

export interface ProviderMessage {
  /** The same for the same message, however often it is sent. */
  readonly key: string
  /** E.164. */
  readonly to: string
  readonly text: string
  /** As in de-DE. */
  readonly language: string
  /** VOICE: where a key press goes. */
  readonly link: string | null
  /** Where is told what became of it; null: nobody can be told. */
  readonly report: string | null
}

/** What somebody posts who says to be the provider. */
export interface Posted {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  readonly signature: string | undefined
}

/** Whoever carries messages of one channel. */
export interface Provider {
  /** It takes a message of the same key once. */
  readonly keyed: boolean
  /** @throws NotDelivered */
  send(message: ProviderMessage): Promise<{ readonly reference: string }>
  isFrom(posted: Posted): boolean
  /** Waits for what is being sent. */
  close(): Promise<void>
}

/** How a try ended that did not succeed; UNKNOWN: it may have arrived. */
export type Trouble = 'REFUSED' | 'FAILED' | 'UNKNOWN'

export class NotDelivered extends Error {
  readonly outcome: Trouble
  /** The way is in trouble, not this message alone. */
  readonly ofWay: boolean
  /** Ms that were asked for until the next try. */
  readonly again: number
  constructor(
    message: string,
    { outcome, ofWay = outcome !== 'REFUSED', again = 0 }: { outcome: Trouble; ofWay?: boolean; again?: number },
  ) {
    super(message)
    this.name = 'NotDelivered'
    this.outcome = outcome
    this.ofWay = ofWay
    this.again = again
  }
}
