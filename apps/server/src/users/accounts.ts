import { dateTime } from '@steading/locales/format'
import { translatorFor } from '@steading/locales/text'
import { letterOf, timesIn } from '../outbox/index.ts'
import type { Outbox } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import { publicUrl } from '../platform/config.ts'
import type { Work } from '../platform/database/work.ts'
import { concealed } from '../platform/differences.ts'
import { hashPassword, passwordHolds } from '../platform/passwords.ts'
import { randomToken, tokenHash } from '../platform/secrets.ts'
import type { World } from '../platform/world.ts'
import { accountByEmail, accountById, setPassword } from './accounts.sql.ts'
import type { Account } from './accounts.sql.ts'
import { insertCode, ownerOfCode, takeCode } from './codes.sql.ts'
import { endSessions } from './sessions.sql.ts'
import { tell } from './users.ts'

declare module '../platform/jobs.ts' {
  interface JobPayloads {
    'accounts.mail':
      | { readonly purpose: 'ACTIVATION'; readonly userId: string }
      | { readonly purpose: 'RESET'; readonly email: string }
    'accounts.passwordChanged': {
      readonly userId: string
      /** Who changed it; null: the person. */
      readonly by: string | null
      /** UTC ms. */
      readonly at: number
    }
  }
}

const HOUR = 3_600_000
const KINDS = {
  ACTIVATION: { holds: 72 * HOUR, step: 'activation' },
  RESET: { holds: HOUR, step: 'reset' },
} as const
type Kind = keyof typeof KINDS
/** Over some hours. */
const TRIES = 10
const system = systemActor('accounts')

export interface Accounts {
  /** Mails a code to set the first password, once the work is committed. */
  invite(work: Work, userId: string): Promise<void>
  /** Mails a code to set a new one, if the address is somebody's: looked up later, so that nobody can tell from the answer. */
  forgot(email: string): Promise<void>
  /** Mails a person that their password was changed, by somebody else or by themselves (null), once the work is committed. */
  reportPasswordChange(work: Work, userId: string, by: string | null): Promise<void>
  /** Sets the password with a mailed code. False where the code does not hold. */
  open(by: { userId: string; kind: Kind; code: string; password: string; ip: string; requestId: string }): Promise<boolean>
}

/** Ways into an account besides the password: codes of 256 bits, mailed, used once, stored hashed. */
export function accounts(
  world: Pick<World, 'db' | 'jobs' | 'texts' | 'config' | 'clock'>,
  outbox: Pick<Outbox, 'post'>,
): Accounts {
  const { db, jobs, texts, config } = world

  /** A fresh code at each try: what is mailed stands nowhere but in the mail. */
  async function codeFor(account: Account | undefined, purpose: Kind, work: Work, isFirst: boolean) {
    if (account?.status !== 'ACTIVE' || (purpose === 'ACTIVATION' && account.passwordHash !== null)) return undefined
    const code = randomToken()
    const hash = tokenHash(code)
    const expiresAt = new Date(work.now.getTime() + KINDS[purpose].holds)
    await insertCode(work, { hash, userId: account.id, purpose, expiresAt })
    if (isFirst) await tell(work, 'UPDATE', account, [concealed(KINDS[purpose].step)])
    return { account, code, expiresAt, key: `account:${hash.toString('hex')}` }
  }

  jobs.handle('accounts.mail', async (asked, attempt) => {
    const made = await db.work(system, async work => {
      const account = await (asked.purpose === 'RESET' ? accountByEmail(work, asked.email) : accountById(work, asked.userId))
      return codeFor(account, asked.purpose, work, attempt === 1)
    })
    if (!made) return
    const { account, code, expiresAt, key } = made
    const t = translatorFor(texts, account)
    const { step } = KINDS[asked.purpose]
    const letter = letterOf(
      {
        subject: t(`mail.${step}.subject`),
        title: t(`mail.${step}.subject`),
        lines: [
          t('mail.account.greeting', { name: account.shortName }),
          t(`mail.${step}.reason`),
          t('mail.account.once', { time: dateTime(expiresAt, account.timeZone, t) }),
        ],
        link: { words: t('mail.account.link'), href: `${publicUrl(config)}/account/${account.id}/${step}/${code}` },
        times: timesIn(account.timeZone, expiresAt, t),
        footer: t(`mail.${step}.footer`),
      },
      t.language,
    )
    await post(account, key, letter)
  })

  jobs.handle('accounts.passwordChanged', async ({ userId, by, at }) => {
    const account = await db.work(system, work => accountById(work, userId))
    if (account?.status !== 'ACTIVE') return
    const t = translatorFor(texts, account)
    const changed = { name: by ?? '', time: dateTime(new Date(at), account.timeZone, t) }
    const letter = letterOf(
      {
        subject: t('mail.passwordChanged.subject'),
        title: t('mail.passwordChanged.subject'),
        lines: [
          t('mail.account.greeting', { name: account.shortName }),
          t(by === null ? 'mail.passwordChanged.self' : 'mail.passwordChanged.other', changed),
          t('mail.passwordChanged.advice'),
        ],
        link: { words: t('mail.account.link'), href: `${publicUrl(config)}/forgot_password` },
        times: timesIn(account.timeZone, new Date(at), t),
        footer: t('mail.passwordChanged.footer'),
      },
      t.language,
    )
    await post(account, `passwordChanged:${userId}:${at}`, letter)
  })

  const post = (account: Account, key: string, letter: ReturnType<typeof letterOf>) =>
    outbox.post({
      ...letter,
      key,
      entityId: account.entityId,
      to: { ...account, userId: account.id },
    })

  const reportPasswordChange: Accounts['reportPasswordChange'] = async (work, userId, by) => {
    const at = work.now.getTime()
    await jobs.add(
      work,
      'accounts.passwordChanged',
      { userId, by, at },
      { key: `passwordChanged:${userId}:${at}`, maxAttempts: TRIES },
    )
  }

  return {
    reportPasswordChange,
    invite: (work, userId) =>
      jobs.add(work, 'accounts.mail', { purpose: 'ACTIVATION', userId }, { key: `activation:${userId}`, maxAttempts: TRIES }),
    forgot: email =>
      db.work(system, work =>
        jobs.add(work, 'accounts.mail', { purpose: 'RESET', email }, { key: `reset:${email}`, maxAttempts: TRIES }),
      ),
    async open({ userId, kind, code, password, ip, requestId }) {
      const hash = tokenHash(code)
      // Looked at first: guesses cost no password hash.
      const owner = await db.work(system, work => ownerOfCode(work, hash, kind))
      if (owner?.id !== userId) return false
      const passwordHash = await hashPassword(password)
      return db.work({ ...system, kind: 'user', id: owner.id, name: owner.short_name, ip, requestId }, async work => {
        const person = await takeCode(work, hash, kind)
        if (!person) return false
        await changePassword(work, { id: person.id, shortName: person.short_name, entityId: person.entity_id }, passwordHash)
        if (kind === 'RESET') await reportPasswordChange(work, person.id, null)
        return true
      })
    },
  }
}

/** The new password ends every session, but the one that is named, and every code that was mailed. */
export async function changePassword(
  work: Work,
  person: { readonly id: string; readonly shortName: string; readonly entityId: string },
  passwordHash: string,
  except?: string,
): Promise<void> {
  await setPassword(work, person.id, passwordHash)
  await endSessions(work, person.id, except)
  await tell(work, 'UPDATE', person, [concealed('password')])
}

/** What is wrong with the own password's change. */
export async function ownProblem(
  stored: string | null,
  given: { readonly currentPassword?: string | undefined; readonly password: string },
): Promise<'required' | 'wrongPassword' | 'same' | undefined> {
  if (!given.currentPassword) return 'required'
  if (!(await passwordHolds(stored, given.currentPassword))) return 'wrongPassword'
  return given.password === given.currentPassword ? 'same' : undefined
}
