import { createHash } from 'node:crypto'
import { setTimeout as turn } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { NotDelivered } from './provider.ts'

export interface Mail {
  /** The same for the same mail, however often it is sent: readers and servers drop the second. */
  readonly key: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly date: Date
}

export interface Mailer {
  /** Answers nothing: a mail server calls a mail as we do. @throws NotDelivered when it may not have arrived */
  send(mail: Mail): Promise<''>
  /** Once nothing is being sent. */
  close(): Promise<void>
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
/** Connections at a time: large mail services allow one sender no more. */
export const CONNECTIONS = 3

/** Nothing of a header may begin a second one. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const hostOf = (from: string) => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

export const messageId = (key: string, from: string) =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${hostOf(from)}>`

/** Sends by SMTP. */
export function mailer(config: Pick<Config, 'MAIL_FROM'> & { readonly SMTP_URL: string }): Mailer {
  const transport = createTransport({ ...TIMEOUTS, url: config.SMTP_URL, pool: true, maxConnections: CONNECTIONS })
  return {
    async send({ key, to, subject, text, html, date }) {
      try {
        const head = { from: config.MAIL_FROM, subject: oneLine(subject), messageId: messageId(key, config.MAIL_FROM), date }
        await transport.sendMail({
          ...head,
          // An address object: a comma in it makes no second recipient.
          to: { name: '', address: oneLine(to) },
          // Nobody's holiday is to answer an alarm.
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...{ text, html },
        })
        return ''
      } catch (error) {
        const { ofThisMail, final, message } = explain(error)
        throw new NotDelivered(message, { outcome: ofThisMail && final ? 'REFUSED' : 'FAILED', ofWay: !ofThisMail })
      }
    },
    async close() {
      // The pool takes back a connection a moment after its mail, and closes only those that it has.
      await turn(50)
      transport.close()
    },
  }
}

/** Whether the server took offence at this mail or is itself in trouble, and whether it might think again (4xx). */
function explain(error: unknown) {
  const said = (name: string) => (error instanceof Error && name in error ? Reflect.get(error, name) : undefined)
  const message = oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500)
  const ofThisMail = ['EENVELOPE', 'EMESSAGE'].includes(String(said('code'))) && said('command') !== 'MAIL FROM'
  const status = Number(said('responseCode') ?? 0)
  return { ofThisMail, final: status === 0 || status >= 500, message }
}
