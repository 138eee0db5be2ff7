import { may } from '@steading/contract/users/permissions'
import type { Permission } from '@steading/contract/users/permissions'
import { choiceOf, languageFor } from '@steading/locales/notation'
import { timingSafeEqual } from 'node:crypto'
import { systemActor } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { networkMatcher } from '../platform/network/networks.ts'
import { refuseWhileWaiting } from '../platform/security/attemptLimit.ts'
import { tokenHash } from '../platform/security/secrets.ts'
import type { World } from '../platform/world.ts'
import { sharedScope } from '../users/index.ts'
import { scopesOf } from './apiAccess.sql.ts'
import { apiUserRow, countCall } from './apiUser.sql.ts'
import type { ApiUserRow } from './apiUser.sql.ts'

const TOKEN = /^([1-9]\d{0,17})\.([\w-]{43})$/

/** Is this bearer token that of an API user, `<id>.<secret>`? Tokens of sessions have no dot. */
export const isApiToken = (token: string) => TOKEN.test(token)

/**
 * The actor of an API user, with what both its scopes and its owner's role allow. It acts for its owner, whose id stands in what it
 * creates; the audit names the API user. Undefined while it may not act.
 */
export function apiUserActor(row: ApiUserRow, now: number): Actor | undefined {
  const isActive =
    row.status === 'ACTIVE' &&
    row.ownerStatus === 'ACTIVE' &&
    (row.entityStatus === 'ACTIVE' || row.entityStatus === 'DISABLED') &&
    (row.expiresAt === null || now < row.expiresAt.getTime())
  if (!isActive) return undefined
  const ownerPermissions = new Set(scopesOf(row.ownerPermissions))
  return {
    kind: 'apiUser',
    id: row.ownerId,
    apiAccessId: row.id,
    name: row.username,
    scope: sharedScope(row.ownerScope, row.path),
    entityId: row.entityId,
    permissions: new Set<Permission>(scopesOf(row.scopes).filter(scope => may(ownerPermissions, scope))),
    language: languageFor(row),
    ...choiceOf(row),
    timeZone: row.timeZone,
  }
}

const system = systemActor('api access')
/** What is compared for an unknown id: both answers then take the same time. */
const decoy = tokenHash('no API user')

/**
 * Who calls with the token of an API user; undefined for a wrong secret, one that may not act, and a foreign address.
 * @throws Failed TOO_MANY_REQUESTS beyond its calls a minute
 */
export const apiUserIdentifier =
  ({ db }: World) =>
  async (token: string, { ip, requestId }: { readonly ip: string; readonly requestId: string }): Promise<Actor | undefined> => {
    const [, id = '', secret = ''] = TOKEN.exec(token) ?? []
    const { actor, wait } = await db.work(system, async work => {
      const row = await apiUserRow(work, id)
      const isSecret = timingSafeEqual(tokenHash(secret), row?.secretHash ?? decoy) && row !== undefined
      const found = isSecret ? apiUserActor(row, work.now.getTime()) : undefined
      if (!row || !found || !isAllowedAddress(row.allowedIps, ip)) return { actor: undefined, wait: 0 }
      return { actor: found, wait: await countCall(work, row) }
    })
    refuseWhileWaiting('rateLimit', wait)
    return actor && { ...actor, ip, requestId }
  }

const isAllowedAddress = (allowedIps: readonly string[], ip: string) => allowedIps.length === 0 || networkMatcher(allowedIps)(ip)
