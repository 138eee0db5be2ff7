import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'

/** What rules on boxes did, of the journal's places after `from` up to `to`, in its order. */
export const effectsBetween = (work: Work, from: number, to: number) =>
  work.sql
    .selectFrom('effects')
    .select(['terminal_id as terminalId', 'epoch', 'seq', 'ts', 'late', 'body'])
    .where('pos', '>', String(from))
    .where('pos', '<=', String(to))
    .orderBy('pos')
    .orderBy('terminal_id')
    .orderBy('epoch')
    .orderBy('seq')
    .execute()
export type BoxEffect = Awaited<ReturnType<typeof effectsBetween>>[number]

/** Does the box still owe numbers between those that are stored? Then it has not told everything that it kept. */
export async function owesHistory(work: Work, terminalId: string) {
  const { rows } = await sql<{ owes: boolean }>`
    select coalesce(bool_or(range_merge(stored)::int8multirange <> stored), false) as owes
    from sequences join terminal_links using (terminal_id, epoch)
    where terminal_id = ${terminalId}`.execute(work.sql)
  return rows[0]?.owes ?? false
}
