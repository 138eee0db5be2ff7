import { dateTime } from '@steading/locales/format'
import { timesIn } from '../email.ts'
import { defineTemplate, emailContent } from '../template.ts'

export interface AccountCodeValues {
  readonly step: 'activation' | 'reset'
  readonly userId: string
  readonly name: string
  readonly code: string
  /** UTC ms. */
  readonly expiresAt: number
}

/** A one-time code that sets a password. It is sent directly: a secret is stored nowhere but in the e-mail. */
export const accountCodeTemplate = defineTemplate<AccountCodeValues>({
  name: 'accountCode',
  render({ step, userId, name, code, expiresAt }, { t, timeZone, baseUrl }) {
    const expiry = new Date(expiresAt)
    return emailContent(
      {
        subject: t(`mail.${step}.subject`),
        title: t(`mail.${step}.subject`),
        lines: [
          t('mail.account.greeting', { name }),
          t(`mail.${step}.reason`),
          t('mail.account.once', { time: dateTime(expiry, timeZone, t) }),
        ],
        link: { words: t('mail.account.link'), href: `${baseUrl}/account/${userId}/${step}/${code}` },
        times: timesIn(timeZone, expiry, t),
        footer: t(`mail.${step}.footer`),
      },
      t,
    )
  },
})

export interface PasswordChangedValues {
  readonly name: string
  /** Who changed it; null: the person. */
  readonly by: string | null
  /** UTC ms. */
  readonly at: number
}

export const passwordChangedTemplate = defineTemplate<PasswordChangedValues>({
  name: 'passwordChanged',
  render({ name, by, at }, { t, timeZone, baseUrl }) {
    const changed = { name: by ?? '', time: dateTime(new Date(at), timeZone, t) }
    return emailContent(
      {
        subject: t('mail.passwordChanged.subject'),
        title: t('mail.passwordChanged.subject'),
        lines: [
          t('mail.account.greeting', { name }),
          t(by === null ? 'mail.passwordChanged.self' : 'mail.passwordChanged.other', changed),
          t('mail.passwordChanged.advice'),
        ],
        link: { words: t('mail.account.link'), href: `${baseUrl}/forgot_password` },
        times: timesIn(timeZone, new Date(at), t),
        footer: t('mail.passwordChanged.footer'),
      },
      t,
    )
  },
})
