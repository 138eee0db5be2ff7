import { users } from '@steading/contract/users/users'
import { isPermitted, seesPeople, systemActor } from '../platform/actor.ts'
import { createAttemptLimit, refuseWhileWaiting } from '../platform/security/attemptLimit.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed, invalid } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import { fetchPage } from '../platform/database/sql/page.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { createKeyedMutex } from '../platform/keyedMutex.ts'
import type { World } from '../platform/world.ts'
import { accessLevel, entitiesOf } from './access.ts'
import { changePassword, ownProblem } from './accounts.ts'
import type { Accounts } from './accounts.ts'
import { accountById } from './accounts.sql.ts'
import { avatarOf } from './avatar.ts'
import { deleteCodes } from './codes.sql.ts'
import { ownHandlers } from './own.ts'
import {
  addPerson,
  detailsOf,
  editPerson,
  oneself,
  present,
  presentDetails,
  presentRef,
  removePerson,
  changeablePerson,
} from './users.ts'
import { choicesWhere, listPeople, lockPerson, peopleWhere } from './users.sql.ts'
import { limitNetwork } from '../platform/network/proxies.ts'

const QUARTER = 15 * 60_000
const HOUR = 4 * QUARTER
const columns = {
  shortName: 'users.short_name',
  displayName: 'users.display_name',
  match: 'users.short_name',
  email: 'users.email',
  status: 'users.status',
  lastSeenUtc: 'users.last_seen_at',
  id: 'users.id',
} as const

export function usersSlice(world: World, accounts: Accounts) {
  const { db, clock } = world
  // Mails that anybody may ask for.
  const byAccount = createAttemptLimit({ max: 3, windowMs: HOUR })
  const byAddress = createAttemptLimit({ max: 30, windowMs: QUARTER })
  const guesses = createAttemptLimit({ max: 10, windowMs: QUARTER })
  const passwords = createAttemptLimit({ max: 10, windowMs: QUARTER })
  const inTurn = createKeyedMutex()

  return slice(users, {
    ...ownHandlers(world),
    search: ({ actor, query }) =>
      db.work(actor, work =>
        fetchPage(work, peopleWhere(work, { ...query, withSelf: true }), query, columns, 'users.id', present),
      ),
    list: ({ actor, query }) =>
      db.work(actor, async work => {
        const rows = seesPeople(actor)
          ? await listPeople(work, { ...query, withSelf: true })
          : await work.withSystemScope(systemWork => listPeople(systemWork, { ...query, id: actor.id! }))
        return rows.map(presentRef)
      }),
    choices: ({ actor, query }) =>
      db.work(actor, work => {
        const among = (reach: UnitOfWork, filter: Parameters<typeof choicesWhere>[1]) =>
          fetchPage(reach, choicesWhere(reach, filter), query, columns, 'users.id', presentRef)
        if (seesPeople(actor)) return among(work, { ...query, withSelf: true })
        const isAsked = query.ids?.includes(actor.id!) ?? true
        return work.withSystemScope(systemWork => among(systemWork, { ...query, ids: isAsked ? [actor.id!] : [] }))
      }),
    details: ({ actor, params }) => db.work(actor, work => detailsOf(work, params.id)),
    create: async ({ actor, body, files }) => {
      const picture = await avatarOf(files)
      return db.work(actor, async work => {
        const person = await addPerson(work, body, picture)
        await accounts.invite(work, person.id)
        return presentDetails(work, person)
      })
    },
    edit: async ({ actor, params, query, body, files }) => {
      const picture = await avatarOf(files)
      return db.work(actor, async work => {
        const { before, after } = await editPerson(work, params.id, body, picture, query.confirm)
        if (before.email !== after.email) {
          // What went to the old address opens nothing any more.
          await deleteCodes(work, after.id, ['ACTIVATION', 'RESET'])
          if (!after.activated) await accounts.invite(work, after.id)
        }
        await accounts.reportEdit(work, before, after)
        return presentDetails(work, after)
      })
    },
    remove: ({ actor, params, query, refuse }) =>
      db.work(actor, async work => {
        if (params.id === actor.id) refuse('CANNOT_DELETE_USER')
        await removePerson(work, await changeablePerson(work, params.id), query.confirm)
        return {}
      }),
    invite: ({ actor, params, refuse }) =>
      db.work(actor, async work => {
        const person = await changeablePerson(work, params.id)
        if (person.activated) refuse('USER_ALREADY_ACTIVE')
        if (person.status !== 'ACTIVE') return {}
        refuseWhileWaiting('id', byAccount.wait(person.email, clock.now()))
        byAccount.fail(person.email, clock.now())
        await accounts.invite(work, person.id)
        return {}
      }),

    activationStatus: ({ params }) =>
      db.work(systemActor('accounts'), async work => {
        const account = await accountById(work, params.id)
        return { activated: account?.status !== 'ACTIVE' || account.passwordHash !== null }
      }),
    passwordReset: async ({ body: { email }, actor }) => {
      const [ip, now] = [actor.ip ?? '', clock.now()]
      refuseWhileWaiting('email', Math.max(byAccount.wait(email, now), byAddress.wait(limitNetwork(ip), now)))
      byAccount.fail(email, now)
      byAddress.fail(limitNetwork(ip), now)
      await accounts.forgot(email)
      return {}
    },
    account: async ({ params, query, body, actor }) => {
      const ip = actor.ip ?? ''
      refuseWhileWaiting('activationCode', guesses.wait(limitNetwork(ip), clock.now()))
      const isOpen = await accounts.open({
        userId: params.id,
        kind: query.resetPassword === 'true' ? 'RESET' : 'ACTIVATION',
        code: body.activationCode,
        password: body.password,
        ip,
        requestId: actor.requestId ?? '',
      })
      if (isOpen) return {}
      guesses.fail(limitNetwork(ip), clock.now())
      throw invalid('activationCode', 'code')
    },
    password: async ({ actor, params: { id }, body, refuse }) => {
      const isOwn = id === actor.id
      if (!isOwn && !isPermitted(actor, 'users.update')) throw new Failed('NOT_ALLOWED')
      const find = (reach: UnitOfWork) => (isOwn ? oneself(reach) : changeablePerson(reach, id))
      const inReach = (work: UnitOfWork, act: typeof find) => (isOwn ? work.withSystemScope(act) : act(work))
      const person = await db.work(actor, work => inReach(work, find))
      if (isOwn)
        await inTurn(id, async () => {
          refuseWhileWaiting('currentPassword', passwords.wait(id, clock.now()))
          const problem = await ownProblem(person.passwordHash, body)
          if (problem === 'wrongPassword') passwords.fail(id, clock.now())
          if (problem === 'same') return refuse('OLD_PASSWORD_EQUAL_TO_CURRENT')
          if (problem) throw invalid('currentPassword', problem)
        })
      const passwordHash = await hashPassword(body.password)
      // Hashes take their time: who it is, and that the password shown is still theirs, is looked at again where it changes.
      const findLocked = async (reach: UnitOfWork) => {
        await lockPerson(reach, id)
        return find(reach)
      }
      await db.work(actor, async work => {
        const now = await inReach(work, findLocked)
        if (isOwn && now.passwordHash !== person.passwordHash) throw invalid('currentPassword', 'wrongPassword')
        await work.withSystemScope(async systemWork => {
          await changePassword(systemWork, now, passwordHash, isOwn ? actor.sessionId : undefined)
          await accounts.reportPasswordChange(systemWork, id, isOwn ? null : (actor.name ?? null))
        })
      })
      return {}
    },

    accessTree: ({ actor, params, query }) => db.work(actor, work => accessLevel(work, params.id, query)),
    entities: ({ actor, params, query }) => {
      if (params.id !== actor.id && !isPermitted(actor, 'users.read')) throw new Failed('NOT_ALLOWED')
      return db.work(actor, work => entitiesOf(work, params.id, query.entityTypeGroups))
    },
  })
}
