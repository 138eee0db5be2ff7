import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'

const accounts = (work: Work) =>
  work.sql
    .selectFrom('users')
    .select([
      'id',
      'entity_id as entityId',
      sql<string>`email::text`.as('email'),
      'short_name as shortName',
      'password_hash as passwordHash',
      'status',
      'language',
      'time_zone as timeZone',
    ])
    .where('deleted_at', 'is', null)

export const accountById = (work: Work, id: string) => accounts(work).where('id', '=', id).executeTakeFirst()
export const accountByEmail = (work: Work, email: string) => accounts(work).where('email', '=', email).executeTakeFirst()
export type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>

export const setPassword = (work: Work, id: string, passwordHash: string) =>
  work.sql.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()

/** Ends the sessions of a person, but the one that is named, and what could begin another. */
export async function endSessions(work: Work, userId: string, except?: string) {
  const query = work.sql.deleteFrom('sessions').where('user_id', '=', userId)
  await (except === undefined ? query : query.where('id', '<>', except)).execute()
  await work.sql.deleteFrom('user_codes').where('user_id', '=', userId).execute()
}

/** Those that hold still. */
export const sessionsOf = (work: Work, userId: string, { usedAfter, seenAfter }: { usedAfter: Date; seenAfter: Date }) =>
  work.sql
    .selectFrom('sessions')
    .select(['id', 'created_at', 'seen_at', 'expires_at', 'ip', 'agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', work.now)
    .where('used_at', '>', usedAfter)
    .where('seen_at', '>', seenAfter)
    .orderBy('seen_at', 'desc')
    .execute()

/** False where it is nobody's, or somebody else's. */
export const deleteOwnSession = async (work: Work, userId: string, id: string) => {
  const { numDeletedRows } = await work.sql
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
