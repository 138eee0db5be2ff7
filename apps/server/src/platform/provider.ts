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
  /** Answers what the provider calls it. @throws NotDelivered */
  send(message: ProviderMessage): Promise<string>
  isFrom(posted: Posted): boolean
}

/** How a try ended that did not succeed; UNKNOWN: it may have arrived. */
export type Trouble = 'REFUSED' | 'FAILED' | 'UNKNOWN'

/** What there is to say of a message that was not delivered. */
export interface Undelivered {
  readonly message: string
  readonly outcome: Trouble
  /** The way is in trouble, not this message alone. */
  readonly ofWay: boolean
  /** Ms that were asked for until the next try. */
  readonly again: number
}

/** The program ends before anybody tried it. */
export class Ending extends Error {}

export class NotDelivered extends Error {
  readonly said: Undelivered
  constructor(
    message: string,
    { outcome, ofWay = outcome !== 'REFUSED', again = 0 }: { outcome: Trouble; ofWay?: boolean; again?: number },
  ) {
    super(message)
    this.name = 'NotDelivered'
    this.said = { message, outcome, ofWay, again }
  }
}
