import type { Work } from '../platform/database/work.ts'

export type CodePurpose = 'ACTIVATION' | 'RESET' | 'LOGIN'

export async function insertCode(work: Work, code: { hash: Buffer; userId: string; purpose: CodePurpose; expiresAt: Date }) {
  await work.sql.deleteFrom('user_codes').where('expires_at', '<=', work.now).execute()
  await work.sql
    .insertInto('user_codes')
    .values({ hash: code.hash, user_id: code.userId, purpose: code.purpose, expires_at: code.expiresAt })
    .execute()
}

const valid = (work: Work, hash: Buffer, purpose: CodePurpose) =>
  work.sql
    .selectFrom('user_codes')
    .innerJoin('users', 'users.id', 'user_codes.user_id')
    .select(['users.id', 'users.entity_id', 'users.short_name'])
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', work.now)
    .where('users.status', '=', 'ACTIVE')

/** Whose code it is, as long as it holds and the person is active. */
export const ownerOfCode = (work: Work, hash: Buffer, purpose: CodePurpose) => valid(work, hash, purpose).executeTakeFirst()

/** The same, and the code is gone: of two that come with it at once one finds it. */
export async function takeCode(work: Work, hash: Buffer, purpose: CodePurpose) {
  const owner = await valid(work, hash, purpose).executeTakeFirst()
  const { numDeletedRows } = await work.sql
    .deleteFrom('user_codes')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return numDeletedRows > 0n ? owner : undefined
}

export const deleteCodes = (work: Work, userId: string, purposes: readonly CodePurpose[]) =>
  work.sql.deleteFrom('user_codes').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
