import type { ActionConfiguration, Channel } from '@steading/contract/outbox'
import { defaultLanguage, languageOf } from '@steading/locales/languages'
import { systemActor } from '../platform/actor.ts'
import { publicUrl } from '../platform/config.ts'
import type { Work } from '../platform/database/work.ts'
import { every } from '../platform/every.ts'
import type { Translate } from '@steading/locales/text'
import type { JobOptions } from '../platform/jobs.ts'
import { DELIVERY_MS, mailer, MailFailed } from '../platform/mail.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Part, World } from '../platform/world.ts'
import type { letterOf } from './letter.ts'
import { alarmMail } from './alarm-mail.ts'
import type { AlarmNews } from './alarm-mail.ts'
import { audience } from './audience.ts'
import { insertNotification, lastTold, markFailed, markSent, overdue, responsiblesOf, takeUp } from './outbox.sql.ts'
import type { Recipient } from './outbox.sql.ts'

declare module '../platform/jobs.ts' {
  interface JobPayloads {
    'notifications.send': { readonly id: string }
  }
}

/** An occurrence of an event that people are to hear of. */
export interface News extends Omit<AlarmNews, 'link' | 'own'> {
  readonly eventId: string
  readonly entityId: string
  readonly occurrenceId: string
  /** Of the occurrence: the same news again reaches nobody twice. */
  readonly key: string
  /** Steps up the list of people; 0: the event's own recipients. */
  readonly escalation: number
  /** null: the responsibles, by mail. */
  readonly actions: readonly ActionConfiguration[] | null
}

export type Heard = Readonly<Record<Channel, number>>

export interface Outbox {
  readonly part: Part
  /** Puts what is to be sent beside what it tells of, in the same transaction; answers how many will hear of it on each channel. */
  tell(work: Work, news: News): Promise<Heard>
  /**
   * Tells the responsibles of a place other than who did it, of the nearest place above where it has none; answers how many.
   * Whatever they have chosen: it is about who watches.
   */
  others(work: Work, notice: Notice): Promise<number>
  /**
   * Sends a letter that concerns one person alone, now. What it says is not stored, since it may open an account; without a
   * mail server it is kept where ROOT alone finds it.
   * @throws MailFailed
   */
  post(letter: PersonalLetter): Promise<void>
}

export interface Notice {
  readonly key: string
  readonly entityId: string
  /** Who did it. */
  readonly by: string | null
  letter(t: Translate): ReturnType<typeof letterOf>
}

export interface PersonalLetter extends ReturnType<typeof letterOf> {
  readonly key: string
  readonly entityId: string
  readonly to: Recipient
}

const system = systemActor('outbox')
const RETRY = { first: 2_000, most: 60_000 }
/** So often may a server refuse one mail before nobody tries it again. */
const REFUSALS = 5
const SWEEP = 30_000

/** Ms before the next try, after so many. */
export const retryAfter = (attempts: number) => Math.min(RETRY.most, RETRY.first * 2 ** Math.min(attempts - 1, 10))

const urgency = (severity: string | null): JobOptions => ({ priority: severity === 'CRITICAL' ? -10 : 0 })

export function outbox(world: World): Outbox {
  const { db, jobs, texts, config, clock, log } = world
  const { SMTP_URL } = config
  const mail: Mailer | null = SMTP_URL ? mailer({ ...config, SMTP_URL }, clock) : null

  const enqueue = (work: Work, id: string, severity: string | null, runAt?: Date) =>
    jobs.add(work, 'notifications.send', { id }, { key: `notification:${id}`, ...urgency(severity), ...(runAt && { runAt }) })

  async function tell(work: Work, news: News) {
    const to = await recipients(work, news)
    const link = `${publicUrl(config)}/events/${news.eventId}/details`
    const own = news.actions?.find(one => one.type === 'MAIL')?.properties ?? null
    const heard = { MAIL: 0, SMS: 0, VOICE: 0, WHATSAPP: 0 }
    for (const recipient of to) {
      const t = texts[languageOf(recipient.language) ?? defaultLanguage]
      const id = await insertNotification(work, {
        ...news,
        ...alarmMail({ ...news, link, own }, t, recipient.timeZone),
        key: `${news.key}|MAIL|${recipient.email.toLowerCase()}`,
        channel: 'MAIL',
        to: recipient,
        state: mail ? 'QUEUED' : 'KEPT',
      })
      if (id === undefined) continue
      heard.MAIL++
      if (mail) await enqueue(work, id, news.severity)
    }
    return heard
  }

  async function others(work: Work, { key, entityId, by, letter }: Notice) {
    // Who is told may stand above who did it.
    const to = await work.beyond(whole => responsiblesOf(whole, entityId, 0, by))
    for (const recipient of to) {
      const id = await insertNotification(work, {
        ...letter(texts[languageOf(recipient.language) ?? defaultLanguage]),
        ...{ key: `${key}|MAIL|${recipient.email.toLowerCase()}`, eventId: null, occurrenceId: null, entityId },
        ...{ channel: 'MAIL', to: recipient, state: mail ? 'QUEUED' : 'KEPT' },
      })
      if (id !== undefined && mail) await enqueue(work, id, null)
    }
    return to.length
  }

  async function post({ to, ...letter }: PersonalLetter) {
    if (mail) return mail.send({ ...letter, to: to.email, date: new Date(clock.now()) })
    await db.work(system, work =>
      insertNotification(work, { ...letter, eventId: null, occurrenceId: null, channel: 'MAIL', to, state: 'KEPT' }),
    )
  }

  /** One delivery. The row is taken up first and marked after: a crash between sends the same mail, with the same id, again. */
  async function send(id: string) {
    if (!mail) return
    const until = new Date(clock.now() + DELIVERY_MS)
    const row = await db.work(system, work => takeUp(work, id, until))
    if (!row) return
    try {
      await mail.send({
        key: row.key,
        to: row.recipient,
        subject: row.subject,
        text: row.text,
        html: row.html,
        date: row.createdAt,
      })
      await db.work(system, work => markSent(work, id))
    } catch (error) {
      if (!(error instanceof MailFailed)) throw error
      const final = error.refused && row.attempts >= REFUSALS
      const wait = Math.max(retryAfter(row.attempts), mail.pause())
      const next = final ? null : new Date(clock.now() + wait)
      await db.work(system, async work => {
        await markFailed(work, id, error.message, next)
        if (next) await enqueue(work, id, row.severity, next)
      })
      log.warn({ notification: id, attempts: row.attempts, final, reason: error.message }, 'mail not delivered')
    }
  }

  jobs.handle('notifications.send', ({ id }) => send(id))

  const sweep = every(world, 'outbox', SWEEP, () =>
    db.work(system, async work => {
      if (!mail) return
      for (const { id, severity } of await overdue(work, new Date(clock.now() - 5_000), 1000)) await enqueue(work, id, severity)
    }),
  )
  const part: Part = {
    ...sweep,
    async stop() {
      await sweep.stop()
      await mail?.close()
    },
  }
  return { part, tell, others, post }
}

/** Each address once, whoever named it. */
async function recipients(work: Work, news: News): Promise<Recipient[]> {
  const found = new Map<string, Recipient>()
  for (const { recurrence, to } of await audience(work, news)) {
    if (recurrence > 0 && (await toldSince(work, news.eventId, news.at.getTime() - recurrence * 1000))) continue
    for (const one of to) if (!found.has(one.email.toLowerCase())) found.set(one.email.toLowerCase(), one)
  }
  return [...found.values()]
}

async function toldSince(work: Work, eventId: string, ms: number) {
  const last = await lastTold(work, eventId, 'MAIL')
  return last !== null && last.getTime() > ms
}
