import { sql } from 'kysely'
import { atOrBelow, inScope, within } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { Subject } from './subject.ts'

/** Those of the interfaces that the caller sees. */
export async function interfacesInReach(work: UnitOfWork, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await work.sql
    .selectFrom('interfaces')
    .select('id')
    .where(inScope(work, 'interfaces.entity_id'))
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of the entities that the caller sees. */
export async function countEntitiesInReach(work: UnitOfWork, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await work.sql
    .selectFrom('entities')
    .select('id')
    .where(within(work.actor, sql.ref('entities.id')))
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  return rows.length
}

interface ReadingRow {
  readonly pos: string
  readonly interface_id: number
  readonly ts: Date
  readonly value: number | null
  readonly text: string | null
  readonly flags: number
}

/** Readings in the order of their receipt; those of one position are never parted, so there may be more than the limit. */
export async function readReadings(
  work: UnitOfWork,
  interfaceIds: readonly string[],
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`select * from (
      select pos::text, pos as at, interface_id, epoch, seq, ts, value, text, flags from journal
      where pos > ${from} and pos <= ${to} and interface_id = any(${[...interfaceIds]}::int[])
      order by pos fetch first ${limit} rows with ties) as found
    order by at, interface_id, epoch, seq`.execute(work.sql)
  return rows
}

/** Gives committed changes their positions; answers the last one. */
export async function sequenceChanges(work: UnitOfWork): Promise<number> {
  const { rows } = await sql<{ last: string }>`select sequence_api_changes()::text as last`.execute(work.sql)
  return Number(rows[0]!.last)
}

export const readChanges = (
  work: UnitOfWork,
  { type, entity_ids }: Subject,
  {
    from,
    last,
    limit,
    kinds,
  }: { readonly from: number; readonly last: number; readonly limit: number; readonly kinds: readonly string[] },
) => {
  const query = work.sql
    .selectFrom('api_changes')
    .select(['pos', 'kind', 'change', 'at', 'object_id', 'entity_id', 'batch_id', 'data'])
    .where(inScope(work, 'api_changes.entity_id'))
    .where('type', '=', type)
    .where('kind', 'in', kinds)
    .where('pos', '>', String(from))
    .where('pos', '<=', String(last))
    .orderBy('pos')
    .limit(limit)
  return (entity_ids.length === 0 ? query : query.where(atOrBelow(sql.ref('api_changes.entity_id'), entity_ids))).execute()
}
