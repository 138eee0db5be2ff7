import { sql } from 'kysely'
import type { UnitOfWork } from '../database/unitOfWork.ts'

/** Expired keys that a claim deletes, at most. */
const EXPIRED_AT_ONCE = 100

/** Keys are of the person or the API user that sent them. */
const ownerOf = ({ actor }: UnitOfWork): string => `${actor.kind} ${actor.apiAccessId ?? actor.id ?? ''}`

/** The request that had a key first, and its reply. */
export interface FirstRequest {
  readonly fingerprint: string
  readonly reply: unknown
}

/**
 * Claims a key for this transaction; answers the request that had it first, within its lifetime (ms). A second request of a key
 * waits until the transaction of the first ends. Raw SQL: a key is no change that anybody audits.
 */
export async function claimKey(
  work: UnitOfWork,
  { key, fingerprint, lifetime }: { readonly key: string; readonly fingerprint: string; readonly lifetime: number },
): Promise<FirstRequest | undefined> {
  const owner = ownerOf(work)
  const expired = new Date(work.now.getTime() - lifetime)
  await sql`delete from idempotent_replies where id in (
    select id from idempotent_replies where created_at < ${expired} order by created_at limit ${EXPIRED_AT_ONCE}
      for update skip locked)`.execute(work.sql)
  const { rows: claimed } = await sql`insert into idempotent_replies (owner, key, fingerprint, created_at)
    values (${owner}, ${key}, ${fingerprint}, ${work.now})
    on conflict (owner, key) do update set fingerprint = excluded.fingerprint, created_at = excluded.created_at, reply = null
      where idempotent_replies.created_at < ${expired}
    returning 1`.execute(work.sql)
  if (claimed.length > 0) return undefined
  const { rows } = await sql<FirstRequest>`select fingerprint, reply from idempotent_replies
    where owner = ${owner} and key = ${key}`.execute(work.sql)
  return rows[0]
}

export const storeReply = (work: UnitOfWork, key: string, reply: unknown) =>
  sql`update idempotent_replies set reply = ${JSON.stringify(reply)}::jsonb
    where owner = ${ownerOf(work)} and key = ${key}`.execute(work.sql)
