import type { LastAggregate, LastReading } from '@steading/contract/devices/readings'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { Journal } from '../ingest/journal.ts'
import { aggregates } from './buckets.sql.ts'
import { inOrder, requestedInterfaces } from './chartSeries.ts'
import { bucketSources, daySpan, lastReading, midnightIn } from './readings.ts'
import { rounder } from './rounding.ts'

type LastValues = Pick<Journal, 'last'>

/** The requested interfaces without deleted ones: what they were belongs to the history. */
const interfacesNow = async (work: UnitOfWork, ids: readonly string[]) =>
  (await requestedInterfaces(work, ids)).filter(asked => asked.row.deleted_at === null)

/** Last values of interfaces in reach, in the order of the request. */
export async function lastReadings(work: UnitOfWork, journal: LastValues, ids: readonly string[]): Promise<LastReading[]> {
  if (ids.length === 0) return []
  const known = await interfacesNow(work, ids)
  return inOrder(
    ids,
    known.map(asked => lastReading(asked, journal.last.get(asked.id), work.now)),
  )
}

/** Last values of interfaces in reach, with figures since midnight in a zone. */
export async function lastAggregates(
  work: UnitOfWork,
  journal: LastValues,
  { interfaceIds, timezone }: { readonly interfaceIds: readonly string[]; readonly timezone: string },
): Promise<LastAggregate[]> {
  const from = midnightIn(timezone, work.now)
  if (interfaceIds.length === 0) return []
  const known = await interfacesNow(work, interfaceIds)
  const rows = await aggregates(work, bucketSources(known, from, work.now), { from, to: work.now.getTime() + 1 })
  const byId = new Map(rows.map(row => [row.interface_id, row]))
  return inOrder(
    interfaceIds,
    known.map(asked => {
      const round = rounder(asked)
      const row = byId.get(asked.id)
      const { min, max, avg, sum } = row
        ? { min: round(row.min), max: round(row.max), avg: round(row.avg), sum: round(row.sum) }
        : { min: null, max: null, avg: null, sum: null }
      const now = lastReading(asked, journal.last.get(asked.id), work.now)
      return { ...now, ...daySpan({ min, max }, asked, now, from), avg, sum }
    }),
  )
}
