import type { Channel } from '@steading/contract/events/outbox'
import type { Translate } from '@steading/locales/text'
import { emailText } from './email.ts'
import type { Email } from './email.ts'
import { speakable, voiced, withLink } from './shortText.ts'

export interface RenderContext {
  /** Translator in the language and notation of the recipient. */
  readonly t: Translate
  readonly timeZone: string
  /** Address of the platform: links begin with it. */
  readonly baseUrl: string
  /** The provider delivers replies to this message, so its text may ask for one. */
  readonly canReply: boolean
}

/** A message in one language. Each form is rendered only for the channel that needs it. */
export interface Content {
  readonly subject: string
  mail(): Email
  /** SMS and WhatsApp. */
  short(): string
  /** Voice call. */
  spoken(): string
}

export interface Template<Values = unknown> {
  readonly name: string
  render(values: Values, context: RenderContext): Content
  /** Renders the values that a notification stores. */
  renderStored(stored: unknown, context: RenderContext): Content
}

interface Definition<Values> {
  /** Stored with each notification: a name that was released never changes its meaning. */
  readonly name: string
  render(values: Values, context: RenderContext): Content
  /** Restores the values from JSON; needed only where they hold dates. */
  parse?(stored: unknown): Values
}

export const defineTemplate = <Values>({
  name,
  render,
  parse = stored => stored as Values, // safe: only notifications of this template store them
}: Definition<Values>): Template<Values> => ({
  name,
  render,
  renderStored: (stored, context) => render(parse(stored), context),
})

/** Content that consists of an e-mail; other channels carry its subject. */
export const emailContent = (email: Email, t: Translate): Content => ({
  subject: email.subject,
  mail: () => email,
  short: () => withLink(email.subject, email.link.href),
  spoken: () => speakable(email.subject, voiced(t)),
})

/** The plain text that a channel carries, which the history shows. */
export const textFor = (channel: Channel, content: Content): string => {
  if (channel === 'MAIL') return emailText(content.mail())
  return channel === 'VOICE' ? content.spoken() : content.short()
}
