import { dateTime } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { timesIn } from '../email.ts'
import type { Email } from '../email.ts'
import { defineTemplate, emailContent } from '../template.ts'
import type { Content, RenderContext } from '../template.ts'

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

interface AccountChange {
  readonly name: string
  /** Who changed it; null: the person. */
  readonly by: string | null
  /** UTC ms. */
  readonly at: number
}

/** An e-mail about the security of an account; `lines`: what follows the greeting. */
const accountEmail = (
  { name, at }: AccountChange,
  { subject, lines, link }: { readonly subject: string; readonly lines: readonly string[]; readonly link: Email['link'] },
  { t, timeZone }: RenderContext,
): Content =>
  emailContent(
    {
      subject,
      title: subject,
      lines: [t('mail.account.greeting', { name }), ...lines],
      link,
      times: timesIn(timeZone, new Date(at), t),
      footer: t('mail.account.security'),
    },
    t,
  )

const changeWords = ({ by, at }: AccountChange, { t, timeZone }: RenderContext) => ({
  name: by ?? '',
  time: dateTime(new Date(at), timeZone, t),
})

export const passwordChangedTemplate = defineTemplate<AccountChange>({
  name: 'passwordChanged',
  render(change, context) {
    const { t, baseUrl } = context
    const key = change.by === null ? 'mail.passwordChanged.self' : 'mail.passwordChanged.other'
    return accountEmail(
      change,
      {
        subject: t('mail.passwordChanged.subject'),
        lines: [t(key, changeWords(change, context)), t('mail.passwordChanged.advice')],
        link: { words: t('mail.account.link'), href: `${baseUrl}/forgot_password` },
      },
      context,
    )
  },
})

/** `isFormer`: it goes to the address that the account had. Neither mail names the other address, which may be a stranger's. */
export const emailChangedTemplate = defineTemplate<AccountChange & { readonly isFormer: boolean }>({
  name: 'emailChanged',
  render(change, context) {
    const { t, baseUrl } = context
    const key = change.by === null ? 'mail.emailChanged.self' : 'mail.emailChanged.other'
    return accountEmail(
      change,
      {
        subject: t('mail.emailChanged.subject'),
        lines: [
          t(key, changeWords(change, context)),
          t(change.isFormer ? 'mail.emailChanged.former' : 'mail.emailChanged.current'),
          t('mail.account.advice'),
        ],
        link: { words: t('ui.signIn'), href: `${baseUrl}/login` },
      },
      context,
    )
  },
})

interface Named {
  readonly id: string
  readonly name: string
}

/** What a person may do and see. `parts` null: all of the root entity. */
export interface AccountAccess {
  readonly role: Named
  readonly rootEntity: Named
  readonly parts: readonly Named[] | null
}

const idsOf = ({ parts }: AccountAccess) => parts?.map(({ id }) => id).toSorted() ?? null
const isSameParts = (a: AccountAccess, b: AccountAccess) => JSON.stringify(idsOf(a)) === JSON.stringify(idsOf(b))
export const isSameAccess = (a: AccountAccess, b: AccountAccess): boolean =>
  a.role.id === b.role.id && a.rootEntity.id === b.rootEntity.id && isSameParts(a, b)

const partsText = ({ parts, rootEntity }: AccountAccess, t: Translate) => {
  if (parts === null) return t('user.access.all', { place: rootEntity.name })
  return parts.length === 0 ? t('user.access.gone') : parts.map(({ name }) => name).join(', ')
}

export const accessChangedTemplate = defineTemplate<
  AccountChange & { readonly before: AccountAccess; readonly after: AccountAccess }
>({
  name: 'accessChanged',
  render(change, context) {
    const { t, baseUrl } = context
    const { before, after } = change
    const key = change.by === null ? 'mail.accessChanged.self' : 'mail.accessChanged.other'
    const line = (field: string, current: string, previous: string) => t('mail.accessChanged.field', { field, current, previous })
    return accountEmail(
      change,
      {
        subject: t('mail.accessChanged.subject'),
        lines: [
          t(key, changeWords(change, context)),
          ...(before.role.id === after.role.id ? [] : [line(t('role.one'), after.role.name, before.role.name)]),
          ...(before.rootEntity.id === after.rootEntity.id
            ? []
            : [line(t('user.root'), after.rootEntity.name, before.rootEntity.name)]),
          ...(isSameParts(before, after) ? [] : [line(t('user.access'), partsText(after, t), partsText(before, t))]),
          t('mail.account.advice'),
        ],
        link: { words: t('ui.signIn'), href: `${baseUrl}/login` },
      },
      context,
    )
  },
})
