import type { SiloMedian, SiloState } from '@steading/production/silo'
import { BUCKET } from '@steading/production/silo'
import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { readBuckets, samplingInterval } from '../readings/index.ts'

/** An interface of a silo whose capacity is known. */
export interface Silo {
  readonly id: string
  /** Where it stands. */
  readonly entityId: string
  /** kg */
  readonly capacity: number
  readonly isSentOnChange: boolean
}

const isSentOnChange = sql`interfaces.history = 'DIFFERENT_VALUES' or ${samplingInterval} = 0`

/** Buckets that begin in [from, to]. `from` is for silos that were never looked at. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

/** Silos with buckets that were not taken yet. */
export async function silosToRead(work: UnitOfWork, { from, to }: Period): Promise<Silo[]> {
  const { rows } =
    await sql<Silo>`select interfaces.id::text as id, interfaces.entity_id::text as "entityId", interfaces.capacity,
      ${isSentOnChange} as "isSentOnChange"
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
  const { rows } = await sql<Silo>`select id::text as id, entity_id::text as "entityId", capacity,
      ${isSentOnChange} as "isSentOnChange" from interfaces
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

/**
 * Weights of a silo in buckets with readings after one, in order; means stand for medians. Rollups of weights that are sent on change
 * fill the buckets between two readings: of these the readings are taken.
 */
export async function weightsAfter(
  work: UnitOfWork,
  silo: Silo,
  after: Date,
  { to, limit }: Pick<Period, 'to'> & { readonly limit?: number },
): Promise<SiloMedian[]> {
  const id = Number(silo.id)
  const read = readBuckets([id], { from: after.getTime() + 1, to: to.getTime() + BUCKET })
  const { rows } = await sql<{
    bucket: Date
    avg: number
  }>`select bucket, avg from ${silo.isSentOnChange ? sql`(${read})` : sql`rollups_5m`} kept
    where interface_id = ${id} and bucket > ${after} and bucket <= ${to} order by bucket limit ${limit ?? null}`.execute(work.sql)
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
