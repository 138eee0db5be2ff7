import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

export const insertSession = async (
  work: UnitOfWork,
  session: { userId: string; tokenHash: Buffer; expiresAt: Date; ip: string; agent: string },
) => {
  const { id } = await work.sql
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      created_at: work.now,
      used_at: work.now,
      seen_at: work.now,
      expires_at: session.expiresAt,
      ip: session.ip,
      agent: session.agent,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteSeen(work, session.userId)
  return id
}

export const deleteSession = (work: UnitOfWork, id: string) => work.sql.deleteFrom('sessions').where('id', '=', id).execute()

export const deleteExpired = (work: UnitOfWork) => work.sql.deleteFrom('sessions').where('expires_at', '<', work.now).execute()

/** Notes a request; at most once in `grain` ms a session, so that reading costs no write each time. */
export async function touchSession(work: UnitOfWork, id: string, stamps: readonly ('used_at' | 'seen_at')[], grain: number) {
  const before = new Date(work.now.getTime() - grain)
  const touched = await work.sql
    .updateTable('sessions')
    .set(Object.fromEntries(stamps.map(stamp => [stamp, work.now])))
    .where('id', '=', id)
    .where(eb => eb.or(stamps.map(stamp => eb(stamp, '<', before))))
    .returning('user_id')
    .executeTakeFirst()
  if (touched && stamps.includes('used_at')) await noteSeen(work, touched.user_id)
}

/**
 * Leaves somebody who is being changed: whoever changes a person locks the person, then the sessions, and a request that holds
 * its session must not wait for them.
 */
const noteSeen = (work: UnitOfWork, userId: string) =>
  work.sql
    .updateTable('users')
    .set({ last_seen_at: work.now })
    .where('id', 'in', eb =>
      eb.selectFrom('users as seen').select('seen.id').where('seen.id', '=', userId).forNoKeyUpdate().skipLocked(),
    )
    .execute()

/**
 * Renews a session's token in place; the old one ends with it. Idleness goes on as it was. Of several who renew one token at
 * once one does: false for the others, and where the session has ended.
 */
export async function replaceToken(work: UnitOfWork, id: string, { old, next }: { old: Buffer; next: Buffer }): Promise<boolean> {
  const { numUpdatedRows } = await work.sql
    .updateTable('sessions')
    .set({ token_hash: next })
    .where('id', '=', id)
    .where('token_hash', '=', old)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the sessions of a person, but the one that is named, and what could begin another. */
export async function endSessions(work: UnitOfWork, userId: string, except?: string) {
  const query = work.sql.deleteFrom('sessions').where('user_id', '=', userId)
  await (except === undefined ? query : query.where('id', '<>', except)).execute()
  await work.sql.deleteFrom('user_codes').where('user_id', '=', userId).execute()
}

/** Ends every session and voids every code, after a restore: some of them may have been ended since the backup. */
export async function endAllSessions(work: UnitOfWork): Promise<void> {
  await work.sql.deleteFrom('sessions').execute()
  await work.sql.deleteFrom('user_codes').execute()
}

/** Those that hold still. */
export const sessionsOf = (work: UnitOfWork, userId: string, { usedAfter, seenAfter }: { usedAfter: Date; seenAfter: Date }) =>
  work.sql
    .selectFrom('sessions')
    .select(['id', 'created_at', 'seen_at', 'expires_at', 'ip', 'agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', work.now)
    .where('used_at', '>', usedAfter)
    .where('seen_at', '>', seenAfter)
    .orderBy('seen_at', 'desc')
    .execute()

/** Answers what it was; undefined where it is nobody's, or somebody else's. */
export const deleteOwnSession = (work: UnitOfWork, userId: string, id: string) =>
  work.sql
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['created_at', 'ip', 'agent'])
    .executeTakeFirst()
