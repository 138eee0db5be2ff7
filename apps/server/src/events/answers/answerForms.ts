import { CHECKS } from '@steading/contract/events/checks'
import { ByLink, FollowLink, StepByLink } from '@steading/contract/events/events'
import type { Linked } from '@steading/contract/events/events'
import { time } from '@steading/locales/format'
import { matchLanguage } from '@steading/locales/languages'
import { translatorFor } from '@steading/locales/text'
import type { Translate } from '@steading/locales/text'
import { Failed } from '../../platform/failures.ts'
import { fieldMessages } from '../../platform/http/fieldMessages.ts'
import type { World } from '../../platform/world.ts'
import type { Notifier } from '../notification/notifier.types.ts'
import { alarmPage, brokenPage, listPage, lockedPage } from './answerPage.ts'
import type { AnswerForm } from './answerPage.ts'
import { createLinkAccess } from './links.ts'

export interface FormOrigin {
  readonly ip: string
  readonly requestId: string
  readonly acceptLanguage: string | undefined
}

export interface AnswerReply {
  readonly html: string
  readonly status: number
  /** The key that the token was exchanged for, and its message: for the cookie of this device. */
  readonly opened?: AnswerForm
}

type Form = Readonly<Record<string, string>>

const DAY_MINUTES = 1440
const minuteOfDay = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Minutes from now until the clock of the zone says this time; undefined: no time. */
export function minutesUntil(clock: string, now: Date, timeZone: string): number | undefined {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(clock)) return undefined
  return (minuteOfDay(clock) - minuteOfDay(time(now, timeZone)) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
}

const messageOf = (token: string) => token.slice(token.indexOf('.') + 1)

/** The answer page: forms in, HTML out. It exchanges the same tokens and takes the same keys as the page with scripts. */
export function createAnswerForms(world: Pick<World, 'db' | 'secrets' | 'texts' | 'clock'>, notifier: Notifier) {
  const { texts, clock } = world
  const links = createLinkAccess(world, notifier)
  const anonymous = ({ acceptLanguage }: FormOrigin) => translatorFor(texts, { language: matchLanguage(acceptLanguage) })
  const present = (opened: Linked, form: AnswerForm, problem?: string): string => {
    const t = translatorFor(texts, opened)
    const now = new Date(clock.now())
    return 'alarms' in opened ? listPage(opened, form, now, t) : alarmPage(opened, form, now, t, problem)
  }
  /** A page that says why it failed. @throws what is no fault of the form */
  const explain = (error: unknown, t: Translate): string => {
    if (!(error instanceof Failed) || error.status >= 500) throw error
    return fieldMessages(error.fields, t)[0]?.message ?? t('alarm.link.wrong')
  }
  const broken = (error: unknown, t: Translate): AnswerReply => ({ status: 400, html: brokenPage(explain(error, t), t) })
  const wrong = (t: Translate): AnswerReply => ({ status: 400, html: brokenPage(t('alarm.link.wrong'), t) })

  return {
    /** A look spends nothing. `key`: what this device exchanged the token for before. */
    async look(token: string, key: string | undefined, origin: FormOrigin): Promise<AnswerReply> {
      const t = anonymous(origin)
      if (!FollowLink.safeParse({ token }).success) return wrong(t)
      const storedKey = ByLink.safeParse({ key })
      if (storedKey.success)
        try {
          const form = { key: storedKey.data.key, message: messageOf(token) }
          return { status: 200, html: present(await links.look(storedKey.data, origin), form) }
        } catch (error) {
          if (!(error instanceof Failed) || error.status >= 500) throw error
        }
      return { status: 200, html: lockedPage(token, t) }
    },
    /** Exchanges the token, once. */
    async open(body: Form, origin: FormOrigin): Promise<AnswerReply> {
      const t = anonymous(origin)
      const asked = FollowLink.safeParse({ token: body.token })
      if (!asked.success) return wrong(t)
      try {
        const { key, opened } = await links.follow(asked.data.token, origin)
        const form = { key, message: messageOf(asked.data.token) }
        return { status: 200, html: present(opened, form), opened: form }
      } catch (error) {
        return broken(error, t)
      }
    },
    async show(body: Form, origin: FormOrigin): Promise<AnswerReply> {
      const t = anonymous(origin)
      const asked = ByLink.safeParse({ key: body.key, eventId: body.eventId })
      if (!asked.success) return wrong(t)
      try {
        return { status: 200, html: present(await links.look(asked.data, origin), formOf(body)) }
      } catch (error) {
        return broken(error, t)
      }
    },
    /** The key in the form is what proves that the form is ours: no cookie answers anything. */
    async answer(body: Form, origin: FormOrigin): Promise<AnswerReply> {
      const t = anonymous(origin)
      const link = ByLink.safeParse({ key: body.key, eventId: body.eventId })
      if (!link.success) return wrong(t)
      try {
        const opened = await links.look(link.data, origin)
        if ('alarms' in opened) return { status: 200, html: present(opened, formOf(body)) }
        const reader = translatorFor(texts, opened)
        const asked = StepByLink.safeParse({ ...link.data, ...answerOf(body, new Date(clock.now()), opened.timeZone) })
        if (!asked.success) return { status: 400, html: present(opened, formOf(body), reader('alarm.link.notNoted')) }
        try {
          return { status: 200, html: present(await links.step(asked.data, origin), formOf(body)) }
        } catch (error) {
          return { status: 400, html: present(opened, formOf(body), explain(error, reader)) }
        }
      } catch (error) {
        return broken(error, t)
      }
    },
  }
}
export type AnswerForms = ReturnType<typeof createAnswerForms>

const formOf = ({ key = '', message = '' }: Form): AnswerForm => ({ key, message: /^\d{1,18}$/.test(message) ? message : '0' })

/** The answer of a form, as the call takes it. */
function answerOf(body: Form, now: Date, timeZone: string) {
  const step = body.step === undefined || body.step === '' ? null : body.step
  const arrivesIn = body.arrivesIn === undefined ? body.at && minutesUntil(body.at, now, timeZone) : Number(body.arrivesIn)
  const checks = CHECKS.filter(check => body[`check.${check}`] !== undefined)
  return {
    step,
    notes: body.notes ?? '',
    ...(arrivesIn !== undefined && { arrivesIn }),
    ...(checks.length > 0 && { checks }),
    ...(body.finding && { finding: body.finding }),
  }
}
