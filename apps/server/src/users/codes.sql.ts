import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

export type CodePurpose = 'ACTIVATION' | 'RESET' | 'LOGIN'

const deleteExpired = (work: UnitOfWork) => work.sql.deleteFrom('user_codes').where('expires_at', '<=', work.now).execute()

export async function insertCode(
  work: UnitOfWork,
  code: { hash: Buffer; userId: string; purpose: Exclude<CodePurpose, 'LOGIN'>; expiresAt: Date },
) {
  await deleteExpired(work)
  await work.sql
    .insertInto('user_codes')
    .values({ hash: code.hash, user_id: code.userId, purpose: code.purpose, expires_at: code.expiresAt })
    .execute()
}

/** A code that a session shows for another device; it goes with the session. Undefined where that has ended; else when it expires. */
export async function insertDeviceCode(work: UnitOfWork, code: { hash: Buffer; sessionId: string; expiresAt: Date }) {
  await deleteExpired(work)
  const { rows } = await sql<{ expires_at: Date }>`
    insert into user_codes (hash, user_id, purpose, session_id, expires_at)
    select ${code.hash}, user_id, 'LOGIN', id, least(expires_at, ${code.expiresAt}) from sessions
    where id = ${code.sessionId} for key share
    returning expires_at`.execute(work.sql)
  return rows[0]?.expires_at
}

const valid = (work: UnitOfWork, hash: Buffer, purpose: CodePurpose) =>
  work.sql
    .selectFrom('user_codes')
    .innerJoin('users', 'users.id', 'user_codes.user_id')
    .select(['users.id', 'users.entity_id', 'users.short_name'])
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', work.now)
    .where('users.status', '=', 'ACTIVE')

/** Whose code it is, as long as it holds and the person is active. */
export const ownerOfCode = (work: UnitOfWork, hash: Buffer, purpose: CodePurpose) => valid(work, hash, purpose).executeTakeFirst()

/**
 * The same, and the code is gone: of two that come with it at once one finds it. The person is locked first: what ends codes
 * has either ended this one, or waits for what it opens.
 */
export async function takeCode(work: UnitOfWork, hash: Buffer, purpose: CodePurpose) {
  const owner = await valid(work, hash, purpose).forNoKeyUpdate('users').executeTakeFirst()
  const { numDeletedRows } = await work.sql
    .deleteFrom('user_codes')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return numDeletedRows > 0n ? owner : undefined
}

export const deleteCodes = (work: UnitOfWork, userId: string, purposes: readonly CodePurpose[]) =>
  work.sql.deleteFrom('user_codes').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
