import type { SiloMedian, SiloState } from '@steading/production/silo'
import { BUCKET } from '@steading/production/silo'
import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** An interface of a silo whose capacity is known. */
export interface Silo {
  readonly id: string
  /** Where it stands. */
  readonly entityId: string
  /** kg */
  readonly capacity: number
}

/** Buckets that begin in [from, to]. `from` is for silos that were never looked at. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

/** Silos with buckets that were not taken yet. */
export async function silosToRead(work: UnitOfWork, { from, to }: Period): Promise<Silo[]> {
  const { rows } = await sql<Silo>`select interfaces.id::text as id, interfaces.entity_id::text as "entityId", interfaces.capacity
    from interfaces left join silo_states on silo_states.interface_id = interfaces.id
    where interfaces.category = 'SILO_WEIGHT' and interfaces.capacity is not null and interfaces.deleted_at is null
      and exists (select 1 from rollups_5m where rollups_5m.interface_id = interfaces.id
        and rollups_5m.bucket > coalesce(silo_states.bucket, ${from}::timestamptz - interval '1 microsecond')
        and rollups_5m.bucket <= ${to})
    order by interfaces.id`.execute(work.sql)
  return rows
}

/** Those of some silos whose capacity is known. */
export async function silosWithCapacity(work: UnitOfWork, ids: readonly string[]): Promise<Silo[]> {
  const { rows } = await sql<Silo>`select id::text as id, entity_id::text as "entityId", capacity from interfaces
    where id = any (${[...ids]}::bigint[]) and category = 'SILO_WEIGHT' and capacity is not null and deleted_at is null
    order by id`.execute(work.sql)
  return rows
}

/** Where the detection stands, locked until the transaction ends; undefined before the first look. */
export const readState = async (work: UnitOfWork, { id }: Silo): Promise<{ state: SiloState; bucket: Date } | undefined> => {
  const row = await work.sql
    .selectFrom('silo_states')
    .select(['state', 'bucket'])
    .where('interface_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { state: row.state as unknown as SiloState, bucket: row.bucket } // safe: saveState alone writes it
}

/** Weights of a silo in buckets after one, in order; means stand for medians, which rollups do not have. */
export async function weightsAfter(
  work: UnitOfWork,
  { id }: Silo,
  after: Date,
  { to, limit }: Pick<Period, 'to'> & { readonly limit?: number },
): Promise<SiloMedian[]> {
  const query = work.sql
    .selectFrom('rollups_5m')
    .select(['bucket', 'avg'])
    .where('interface_id', '=', Number(id))
    .where('bucket', '>', after)
    .where('bucket', '<=', to)
    .orderBy('bucket')
  const rows = await (limit === undefined ? query : query.limit(limit)).execute()
  return rows.map(({ bucket, avg }) => ({ bucket: Math.floor(bucket.getTime() / BUCKET), weight: avg }))
}

export const saveState = (work: UnitOfWork, { id }: Silo, state: SiloState, bucket: Date) => {
  const columns = { state: JSON.stringify(state), bucket }
  return work.sql
    .insertInto('silo_states')
    .values({ interface_id: id, ...columns })
    .onConflict(conflict => conflict.column('interface_id').doUpdateSet(columns))
    .execute()
}
