import { retainedSince } from '../../platform/config/retention.ts'
import type { Retention } from '../../platform/config/retention.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { bucketColumns } from './buckets.sql.ts'
import type { RollupResolution } from './buckets.sql.ts'
import { COUNTER_FLAGS } from '../rollups/bucketSums.ts'
import { bucketSources, requestedInterface } from './readings.ts'
import { findRequestedInterfaces } from './readings.sql.ts'
import type { Span } from './readings.sql.ts'

/** Values of an interface by the start of their buckets, ms UTC, ascending. */
export interface BucketValues {
  readonly interfaceId: string
  readonly times: readonly number[]
  readonly values: readonly number[]
  /** Least and greatest reading of each bucket; of counters those of the register. */
  readonly min: readonly number[]
  readonly max: readonly number[]
  /** Of the averages: how long a value is known in each bucket; of single measurements how many there are. */
  readonly weights: readonly number[]
  /** Starts of buckets of a counter with an increment of more than a day, of which nobody knows when it was. */
  readonly gaps: readonly number[]
}

/**
 * Buckets of interfaces over a span: of counters the increments, of others the averages. Days are those of `zone`. An interface
 * without readings is missing; so are five-minute buckets beyond their retention.
 */
export async function bucketValues(
  work: UnitOfWork,
  retention: Retention,
  { ids, zone, span, resolution }: { ids: readonly string[]; zone: string; span: Span; resolution: RollupResolution },
): Promise<BucketValues[]> {
  if (ids.length === 0 || span.from >= span.to) return []
  const rows = await findRequestedInterfaces(work, ids)
  const asked = rows.map(row => requestedInterface({ ...row, timeZone: zone }))
  const counters = asked.filter(({ kind }) => kind === 'COUNTED').map(({ id }) => id)
  const fineSince = retainedSince(retention, 'rollups_5m', work.now.getTime())
  const sources = bucketSources(asked, span.from, work.now)
  const columns = await bucketColumns(work, { sources, span, resolution, fineSince }, counters)
  return columns.map(({ interface_id: id, times, values, min, max, weights, flags }) => {
    const gaps = times.filter((_, index) => ((flags?.[index] ?? 0) & COUNTER_FLAGS.GAP) !== 0)
    return { interfaceId: String(id), times, values, min, max, weights, gaps }
  })
}
