import { retainedSince } from '../../platform/config/retention.ts'
import type { Retention } from '../../platform/config/retention.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { bucketColumns, readBucketColumns } from './buckets.sql.ts'
import type { BucketColumns, RollupResolution } from './buckets.sql.ts'
import { COUNTER_FLAGS, isHeld } from '../rollups/bucketSums.ts'
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
  return valuesOf(await bucketColumns(work, { sources, span, resolution, fineSince }, counters))
}

/**
 * Five-minute means of silos, of buckets with readings alone: a value that holds over other buckets looks like a silo that stands
 * still. Rollups of sampled weights are of this kind; of weights that are sent on change readings are.
 */
export async function siloWeights(
  work: UnitOfWork,
  retention: Retention,
  { ids, zone, span }: { ids: readonly string[]; zone: string; span: Span },
): Promise<BucketValues[]> {
  if (ids.length === 0 || span.from >= span.to) return []
  const rows = await findRequestedInterfaces(work, ids)
  const heldInterfaces = rows.map(requestedInterface).filter(isHeld)
  const sampled = ids.filter(id => !heldInterfaces.some(({ interfaceId }) => interfaceId === id))
  const read =
    heldInterfaces.length === 0
      ? []
      : await readBucketColumns(
          work,
          heldInterfaces.map(({ id }) => id),
          span,
        )
  return [...(await bucketValues(work, retention, { ids: sampled, zone, span, resolution: 'FIVE_MIN' })), ...valuesOf(read)]
}

const valuesOf = (columns: readonly BucketColumns[]): BucketValues[] =>
  columns.map(({ interface_id: id, times, values, min, max, weights, flags }) => {
    const gaps = times.filter((_, index) => ((flags?.[index] ?? 0) & COUNTER_FLAGS.GAP) !== 0)
    return { interfaceId: String(id), times, values, min, max, weights, gaps }
  })
