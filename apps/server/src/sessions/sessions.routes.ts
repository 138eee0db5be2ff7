import { sessions } from '@steading/contract/users/sessions'
import { systemActor } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { createAttemptLimit, refuseWhileWaiting } from '../platform/security/attemptLimit.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import { hashPassword, isPasswordCorrect } from '../platform/security/passwords.ts'
import { randomToken, tokenHash } from '../platform/security/secrets.ts'
import { createKeyedMutex } from '../platform/keyedMutex.ts'
import type { World } from '../platform/world.ts'
import { anybody } from '../users/index.ts'
import { actorOf, grainOf, holds, limitsOf, present } from './sessions.ts'
import {
  deleteExpired,
  deleteSession,
  insertDeviceCode,
  insertSession,
  ownerOfCode,
  replaceToken,
  takeCode,
  touchSession,
} from '../users/index.ts'
import { takeSetup } from './setup.ts'
import { isStill, personByEmail, sessionByToken } from './sessions.sql.ts'
import { limitNetwork } from '../platform/network/proxies.ts'

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
/** How long a token for another device holds, ms. */
const TOKEN_MS = MINUTE
const system = systemActor('sessions')

export function sessionsSlice(world: World) {
  const { db, clock, config } = world
  const limits = limitsOf(config)
  // Ten guesses at an account, wherever they come from; an address that the person has come from has ten of its own, so that
  // whoever guesses locks nobody out where they are at home.
  const byPair = createAttemptLimit({ max: 10, windowMs: QUARTER })
  const byAccount = createAttemptLimit({ max: 10, windowMs: QUARTER })
  const byAddress = createAttemptLimit({ max: 30, windowMs: QUARTER })
  const byToken = createAttemptLimit({ max: 10, windowMs: MINUTE })
  const inTurn = createKeyedMutex()

  /** What its person gets to know, in the transaction that made the token: nobody can have ended it yet. */
  const sessionAnswer = async (work: UnitOfWork, token: string) =>
    work.withSystemScope(async systemWork =>
      present(orNotFound(await sessionByToken(systemWork, tokenHash(token))), token, config),
    )

  /** A new session of a person who is locked, and has shown to be that: whatever ends the person's sessions ends this one, too. */
  const begin = async (work: UnitOfWork, person: { id: string; entity_id: string; short_name: string }, agent: string) => {
    const token = randomToken()
    await deleteExpired(work)
    const expiresAt = new Date(work.now.getTime() + limits.absolute)
    await insertSession(work, { userId: person.id, tokenHash: tokenHash(token), expiresAt, ip: work.actor.ip ?? '', agent })
    await work.audit({
      action: 'LOGIN',
      objectType: 'user',
      objectId: person.id,
      objectName: person.short_name,
      entityId: person.entity_id,
    })
    return sessionAnswer(work, token)
  }
  const asPerson = (person: { id: string; short_name: string }, actor: Actor): Actor => ({
    ...system,
    ...callerOf(actor),
    kind: 'user',
    id: person.id,
    name: person.short_name,
  })

  return slice(sessions, {
    login: ({ body: { email, password }, actor, agent }) =>
      inTurn(email, async () => {
        const now = clock.now()
        const ip = actor.ip ?? ''
        const pair = `${email} ${ip}`
        refuseWhileWaiting('email', byPair.wait(pair, now))
        const person = await db.work(system, work => personByEmail(work, email, ip))
        // A known address has tries of its own: what others do from it, or to the account, does not use them up.
        if (!person?.cameFrom)
          refuseWhileWaiting('email', Math.max(byAddress.wait(limitNetwork(ip), now), byAccount.wait(email, now)))
        const right = await isPasswordCorrect(person?.password_hash, password)
        // The hash takes its time: who it was is looked at again where the session begins.
        const begun =
          person && right
            ? await db.work(asPerson(person, actor), async work =>
                (await isStill(work, person)) ? begin(work, person, agent) : undefined,
              )
            : undefined
        if (!begun) {
          byPair.fail(pair, now)
          byAddress.fail(limitNetwork(ip), now)
          if (!person?.cameFrom) byAccount.fail(email, now)
          await db.work({ ...system, ...callerOf(actor), kind: 'anyone' }, work =>
            work.audit({
              action: 'LOGIN_FAILED',
              objectType: 'user',
              objectId: person?.id ?? null,
              objectName: email,
              entityId: person?.entity_id ?? null,
              result: 'REFUSED',
            }),
          )
          throw new Failed('WRONG_CREDENTIALS')
        }
        byPair.clear(pair)
        return begun
      }),

    token: async ({ actor }) => {
      const token = randomToken()
      const asked = { hash: tokenHash(token), sessionId: actor.sessionId!, expiresAt: new Date(clock.now() + TOKEN_MS) }
      const expiresAt = await db.work(actor, work => insertDeviceCode(work, asked))
      if (!expiresAt) throw new Failed('NOT_AUTHENTICATED')
      return { token, expiresUtc: expiresAt.toISOString() }
    },

    tokenLogin: async ({ body, actor, agent }) => {
      const now = clock.now()
      const ip = actor.ip ?? ''
      refuseWhileWaiting('token', byToken.wait(limitNetwork(ip), now))
      const hash = tokenHash(body.token)
      const owner = await db.work(system, work => ownerOfCode(work, hash, 'LOGIN'))
      const begun =
        owner &&
        (await db.work(asPerson(owner, actor), async work => {
          const person = await takeCode(work, hash, 'LOGIN')
          return person && begin(work, person, agent)
        }))
      if (!begun) {
        byToken.fail(limitNetwork(ip), now)
        throw new Failed('WRONG_TOKEN')
      }
      return begun
    },

    setupNeeded: async () => ({ needed: !(await db.work(system, anybody)) }),

    setup: async ({ body, actor, agent }) => {
      const now = clock.now()
      const ip = actor.ip ?? ''
      refuseWhileWaiting('setupCode', byAddress.wait(limitNetwork(ip), now))
      const hash = await hashPassword(body.password)
      const token = randomToken()
      const made = await db.work({ ...system, ...callerOf(actor) }, async work => {
        const userId = await takeSetup(work, body, hash)
        if (userId === undefined) return undefined
        const expiresAt = new Date(now + limits.absolute)
        await insertSession(work, { userId, tokenHash: tokenHash(token), expiresAt, ip, agent })
        return sessionAnswer(work, token)
      })
      if (!made) {
        byAddress.fail(limitNetwork(ip), now)
        throw new Failed('WRONG_SETUP_CODE')
      }
      return made
    },

    extend: ({ actor, token: old }) =>
      db.work(actor, async work => {
        const token = randomToken()
        if (!(await replaceToken(work, actor.sessionId!, { old: tokenHash(old!), next: tokenHash(token) })))
          throw new Failed('NOT_AUTHENTICATED')
        return sessionAnswer(work, token)
      }),

    logout: async ({ actor }) => {
      await db.work(actor, async work => {
        await deleteSession(work, actor.sessionId!)
        await work.audit({
          action: 'LOGOUT',
          objectType: 'user',
          objectId: actor.id,
          objectName: actor.name,
          entityId: actor.entityId,
        })
      })
      return {}
    },
  })
}

const callerOf = ({ ip, requestId }: Actor) => ({ ...(ip && { ip }), ...(requestId && { requestId }) })

/** Who holds this token now; also moves the start of idleness, unless the call runs in the background. */
export function identifier(world: World) {
  const limits = limitsOf(world.config)
  const grain = grainOf(limits)
  return (token: string, { background, ip, requestId }: { background: boolean; ip: string; requestId: string }) =>
    world.db.work(system, async work => {
      const row = await sessionByToken(work, tokenHash(token))
      if (!row || !holds(row, work.now.getTime(), limits)) return undefined
      await touchSession(work, row.sessionId, background ? ['seen_at'] : ['used_at', 'seen_at'], grain)
      return actorOf(row, ip, requestId)
    })
}
