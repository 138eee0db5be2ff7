import {
  accessChangedTemplate,
  accountCodeTemplate,
  emailChangedTemplate,
  isSameAccess,
  passwordChangedTemplate,
} from '../outbox/index.ts'
import type { AccountAccess, Notifier } from '../outbox/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { redacted } from '../platform/database/fieldChanges.ts'
import { hashPassword, isPasswordCorrect } from '../platform/security/passwords.ts'
import { randomToken, tokenHash } from '../platform/security/secrets.ts'
import type { World } from '../platform/world.ts'
import { accountByEmail, accountById, setPassword } from './accounts.sql.ts'
import type { Account } from './accounts.sql.ts'
import { insertCode, ownerOfCode, takeCode } from './codes.sql.ts'
import { endSessions } from './sessions.sql.ts'
import { tell } from './users.ts'
import type { PersonRow } from './users.sql.ts'

declare module '../platform/jobs.ts' {
  interface JobPayloads {
    'accounts.mail':
      | { readonly purpose: 'ACTIVATION'; readonly userId: string }
      | { readonly purpose: 'RESET'; readonly email: string }
    'accounts.passwordChanged': AccountChange
    'accounts.emailChanged': AccountChange & { readonly to: string; readonly isFormer: boolean }
    'accounts.accessChanged': AccountChange & { readonly before: AccountAccess; readonly after: AccountAccess }
  }
}

interface AccountChange {
  readonly userId: string
  /** Who changed it; null: the person. */
  readonly by: string | null
  /** UTC ms. */
  readonly at: number
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
  invite(work: UnitOfWork, userId: string): Promise<void>
  /** Mails a code to set a new one, if the address is somebody's: looked up later, so that nobody can tell from the answer. */
  forgot(email: string): Promise<void>
  /** Mails a person that their password was changed, by somebody else or by themselves (null), once the work is committed. */
  reportPasswordChange(work: UnitOfWork, userId: string, by: string | null): Promise<void>
  /** Mails a person, once the work is committed, that their e-mail address changed, to both addresses, or what they may see and do. */
  reportEdit(work: UnitOfWork, before: PersonRow, after: PersonRow): Promise<void>
  /** Sets the password with a mailed code. False where the code does not hold. */
  open(by: { userId: string; kind: Kind; code: string; password: string; ip: string; requestId: string }): Promise<boolean>
}

/** Ways into an account besides the password: codes of 256 bits, mailed, used once, stored hashed. */
export function accounts(world: Pick<World, 'db' | 'jobs'>, notifier: Pick<Notifier, 'notifyNow'>): Accounts {
  const { db, jobs } = world

  /** A fresh code at each try: what is mailed stands nowhere but in the mail. */
  async function codeFor(account: Account | undefined, purpose: Kind, work: UnitOfWork, isFirst: boolean) {
    if (account?.status !== 'ACTIVE' || (purpose === 'ACTIVATION' && account.passwordHash !== null)) return undefined
    const code = randomToken()
    const hash = tokenHash(code)
    const expiresAt = new Date(work.now.getTime() + KINDS[purpose].holds)
    await insertCode(work, { hash, userId: account.id, purpose, expiresAt })
    if (isFirst) await tell(work, 'UPDATE', account, [redacted(KINDS[purpose].step)])
    return { account, code, expiresAt, key: `account:${hash.toString('hex')}` }
  }

  jobs.handle('accounts.mail', async (asked, attempt) => {
    const made = await db.work(system, async work => {
      const account = await (asked.purpose === 'RESET' ? accountByEmail(work, asked.email) : accountById(work, asked.userId))
      return codeFor(account, asked.purpose, work, attempt === 1)
    })
    if (!made) return
    const { account, code, expiresAt, key } = made
    await notifier.notifyNow({
      recipients: recipientOf(account),
      template: accountCodeTemplate,
      values: {
        step: KINDS[asked.purpose].step,
        userId: account.id,
        name: account.shortName,
        code,
        expiresAt: expiresAt.getTime(),
      },
      dedupeKey: key,
    })
  })

  const activeAccount = async (userId: string) => {
    const account = await db.work(system, work => accountById(work, userId))
    return account?.status === 'ACTIVE' ? account : undefined
  }

  jobs.handle('accounts.passwordChanged', async ({ userId, by, at }) => {
    const account = await activeAccount(userId)
    if (!account) return
    await notifier.notifyNow({
      recipients: recipientOf(account),
      template: passwordChangedTemplate,
      values: { name: account.shortName, by, at },
      dedupeKey: `passwordChanged:${userId}:${at}`,
    })
  })

  jobs.handle('accounts.emailChanged', async ({ userId, by, at, to, isFormer }) => {
    const account = await activeAccount(userId)
    if (!account) return
    await notifier.notifyNow({
      recipients: recipientOf({ ...account, email: to }),
      template: emailChangedTemplate,
      values: { name: account.shortName, by, at, isFormer },
      dedupeKey: `emailChanged:${userId}:${at}`,
    })
  })

  jobs.handle('accounts.accessChanged', async ({ userId, by, at, before, after }) => {
    const account = await activeAccount(userId)
    if (!account) return
    await notifier.notifyNow({
      recipients: recipientOf(account),
      template: accessChangedTemplate,
      values: { name: account.shortName, by, at, before, after },
      dedupeKey: `accessChanged:${userId}:${at}`,
    })
  })

  const recipientOf = (account: Account) =>
    ({ kind: 'PERSON', entityId: account.entityId, person: { ...account, userId: account.id } }) as const

  const reportPasswordChange: Accounts['reportPasswordChange'] = async (work, userId, by) => {
    const at = work.now.getTime()
    await jobs.add(
      work,
      'accounts.passwordChanged',
      { userId, by, at },
      { key: `passwordChanged:${userId}:${at}`, maxAttempts: TRIES },
    )
  }

  const reportEdit: Accounts['reportEdit'] = async (work, before, after) => {
    // Nobody has used the account yet: the invitation says all.
    if (!before.activated) return
    const { id: userId } = after
    const at = work.now.getTime()
    const change = { userId, by: userId === work.actor.id ? null : (work.actor.name ?? null), at }
    if (before.email !== after.email)
      for (const { to, isFormer } of [
        { to: before.email, isFormer: true },
        { to: after.email, isFormer: false },
      ])
        await jobs.add(
          work,
          'accounts.emailChanged',
          { ...change, to, isFormer },
          { key: `emailChanged:${userId}:${at}:${isFormer}`, maxAttempts: TRIES },
        )
    const access = { before: accessOf(before), after: accessOf(after) }
    if (!isSameAccess(access.before, access.after))
      await jobs.add(
        work,
        'accounts.accessChanged',
        { ...change, ...access },
        { key: `accessChanged:${userId}:${at}`, maxAttempts: TRIES },
      )
  }

  return {
    reportPasswordChange,
    reportEdit,
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

const accessOf = ({ role, rootEntity, kept: restricted, accessEntities }: PersonRow): AccountAccess => ({
  role,
  rootEntity: { id: rootEntity.id, name: rootEntity.displayName },
  parts: restricted ? accessEntities.map(({ id, displayName }) => ({ id, name: displayName })) : null,
})

/** The new password ends every session, but the one that is named, and every code that was mailed. */
export async function changePassword(
  work: UnitOfWork,
  person: { readonly id: string; readonly shortName: string; readonly entityId: string },
  passwordHash: string,
  except?: string,
): Promise<void> {
  await setPassword(work, person.id, passwordHash)
  await endSessions(work, person.id, except)
  await tell(work, 'UPDATE', person, [redacted('password')])
}

/** What is wrong with the own password's change. */
export async function ownProblem(
  stored: string | null,
  given: { readonly currentPassword?: string | undefined; readonly password: string },
): Promise<'required' | 'wrongPassword' | 'same' | undefined> {
  if (!given.currentPassword) return 'required'
  if (!(await isPasswordCorrect(stored, given.currentPassword))) return 'wrongPassword'
  return given.password === given.currentPassword ? 'same' : undefined
}
