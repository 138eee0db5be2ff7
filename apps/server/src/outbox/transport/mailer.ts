import { createHash } from 'node:crypto'
import { setTimeout as turn } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Config } from '../../platform/config/config.ts'
import { NotDelivered } from './provider.ts'

export interface Mail {
  /** Source of the Message-ID: the same for each attempt, so that servers and readers drop duplicates. */
  readonly key: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly date: Date
}

export interface Mailer {
  /** Answers '': SMTP gives no reference. @throws NotDelivered when the mail may not have arrived */
  send(mail: Mail): Promise<''>
  /** Once nothing is being sent. */
  close(): Promise<void>
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
/** Concurrent SMTP connections: large mail services allow a sender no more. */
export const MAX_CONNECTIONS = 3

/** Removes line breaks, which would start another header. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const hostOf = (from: string) => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

export const messageId = (key: string, from: string) =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${hostOf(from)}>`

/** Sends by SMTP. */
export function createMailer(config: Pick<Config, 'MAIL_FROM'> & { readonly SMTP_URL: string }): Mailer {
  const transport = createTransport({ ...TIMEOUTS, url: config.SMTP_URL, pool: true, maxConnections: MAX_CONNECTIONS })
  return {
    async send({ key, to, subject, text, html, date }) {
      try {
        const head = { from: config.MAIL_FROM, subject: oneLine(subject), messageId: messageId(key, config.MAIL_FROM), date }
        await transport.sendMail({
          ...head,
          // An address object: a comma in it makes no second recipient.
          to: { name: '', address: oneLine(to) },
          // Suppresses out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
          text,
          html,
        })
        return ''
      } catch (error) {
        const { isMailRejected, final, message } = explain(error)
        throw new NotDelivered(message, {
          outcome: isMailRejected && final ? 'REFUSED' : 'FAILED',
          isChannelFailure: !isMailRejected,
        })
      }
    },
    async close() {
      // The pool closes idle connections only, and gets one back a moment after its mail.
      await turn(50)
      transport.close()
    },
  }
}

/** Was this mail rejected, or did the server fail? Is the failure final, or temporary (4xx)? */
function explain(error: unknown) {
  const property = (name: string) => (error instanceof Error && name in error ? Reflect.get(error, name) : undefined)
  const message = oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500)
  const isMailRejected = ['EENVELOPE', 'EMESSAGE'].includes(String(property('code'))) && property('command') !== 'MAIL FROM'
  const status = Number(property('responseCode') ?? 0)
  return { isMailRejected, final: status === 0 || status >= 500, message }
}
