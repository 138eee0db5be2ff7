import { permissionKeys } from '@steading/contract/users/permissions'
import type { Permission } from '@steading/contract/users/permissions'
import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { reachOf } from '../users/index.ts'

const known = new Set<string>(permissionKeys)
/** So long is a network address known to be the person's, ms. */
const KNOWN_FOR = 30 * 86_400_000

/**
 * The person behind an address, with what a login must know; `cameFrom`: has it signed in from this network address lately?
 */
export const personByEmail = (work: UnitOfWork, email: string, ip: string) =>
  work.sql
    .selectFrom('users')
    .select([
      'id',
      'entity_id',
      'role_id',
      'email',
      'short_name',
      'password_hash',
      'status',
      sql<boolean>`exists (select from audit where audit.object_type = 'user' and audit.object_id = users.id::text
        and audit.action = 'LOGIN' and audit.ip = ${ip} and audit.ts > ${new Date(work.now.getTime() - KNOWN_FOR)})`.as(
        'cameFrom',
      ),
    ])
    .where('email', '=', email)
    .executeTakeFirst()
type Proven = NonNullable<Awaited<ReturnType<typeof personByEmail>>>

/**
 * Is this still who showed the password: active, with that password, role and root? Locks the person: who changes any of it
 * later finds the session that begins here, and ends it.
 */
export const isStill = async (work: UnitOfWork, { id, password_hash, role_id, entity_id }: Proven): Promise<boolean> =>
  (await work.sql
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('password_hash', '=', password_hash)
    .where('role_id', '=', role_id)
    .where('entity_id', '=', entity_id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/** The session of a token with the person, the role's permissions and the root entity, in one question. */
export async function sessionByToken(work: UnitOfWork, tokenHash: Buffer) {
  const row = await work.sql
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('entities', 'entities.id', 'users.entity_id')
    .select([
      'sessions.id as sessionId',
      'sessions.used_at as usedAt',
      'sessions.seen_at as seenAt',
      'sessions.expires_at as expiresAt',
      'users.id as userId',
      'users.status',
      sql<string>`users.email::text`.as('email'),
      'users.display_name as displayName',
      'users.short_name as shortName',
      'users.language',
      'users.number_format as numberFormat',
      'users.date_format as dateFormat',
      'users.time_zone as timeZone',
      'users.accepted_terms_at as acceptedTermsAt',
      'users.knowledge_version_at as knowledgeVersionAt',
      'entities.id as entityId',
      'entities.name as entityName',
      'entities.type as entityType',
      'entities.status as entityStatus',
      reachOf.as('scope'),
      sql<string[]>`array(select permission from role_permissions where role_id = users.role_id)`.as('permissions'),
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!row) return undefined
  const permissions = row.permissions.filter((key): key is Permission => known.has(key))
  return { ...row, permissions }
}
export type SessionRow = NonNullable<Awaited<ReturnType<typeof sessionByToken>>>
