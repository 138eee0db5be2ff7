import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { reachOf } from '../users/index.ts'

/** An API user with what its owner may do and see now, read before its scope is known. */
export const apiUserRow = (systemWork: UnitOfWork, id: string) =>
  systemWork.sql
    .selectFrom('api_access')
    .innerJoin('users', 'users.id', 'api_access.owner_id')
    .innerJoin('entities', 'entities.id', 'users.entity_id')
    .innerJoin('entities as root', 'root.id', 'api_access.entity_id')
    .select([
      'api_access.id',
      'api_access.entity_id as entityId',
      'api_access.username',
      'api_access.status',
      'api_access.scopes',
      'api_access.secret_hash as secretHash',
      'api_access.allowed_ips as allowedIps',
      'api_access.rate_limit as rateLimit',
      'api_access.expires_at as expiresAt',
      'users.id as ownerId',
      'users.status as ownerStatus',
      'users.language',
      'users.number_format as numberFormat',
      'users.date_format as dateFormat',
      'users.time_zone as timeZone',
      'root.status as entityStatus',
      sql<string>`root.path::text`.as('path'),
      reachOf.as('ownerScope'),
      sql<string[]>`array(select permission from role_permissions where role_id = users.role_id)`.as('ownerPermissions'),
    ])
    .where('api_access.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
export type ApiUserRow = NonNullable<Awaited<ReturnType<typeof apiUserRow>>>

const MINUTE = 60_000

/**
 * Counts a call against the limit of a minute, which begins with the first call after the minute before. Answers the seconds to
 * wait; 0: the call is allowed.
 */
export async function countCall(
  systemWork: UnitOfWork,
  { id, rateLimit }: Pick<ApiUserRow, 'id' | 'rateLimit'>,
): Promise<number> {
  const { now } = systemWork
  const isNewMinute = sql<boolean>`coalesce(minute_started_at <= ${new Date(now.getTime() - MINUTE)}, true)`
  const { startedAt, calls } = await systemWork.sql
    .updateTable('api_access')
    .set({
      last_used_at: now,
      minute_started_at: sql`case when ${isNewMinute} then ${now}::timestamptz else minute_started_at end`,
      // One more than the limit says enough: a flood does not raise it on.
      minute_calls: sql`case when ${isNewMinute} then 1 else least(minute_calls, rate_limit) + 1 end`,
    })
    .where('id', '=', id)
    .returning(['minute_started_at as startedAt', 'minute_calls as calls'])
    .executeTakeFirstOrThrow()
  if (calls <= rateLimit) return 0
  return Math.max(1, Math.ceil((startedAt!.getTime() + MINUTE - now.getTime()) / 1000))
}
