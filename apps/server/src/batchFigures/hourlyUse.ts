import { siloShareOn } from '@steading/production/sharedSilo'
import { BUCKET, emptySilo, runSilo } from '@steading/production/silo'
import { batchById, interfacesOf } from '../batches/index.ts'
import type { Retention } from '../platform/config/retention.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { localDays } from '../platform/time/localDay.ts'
import { bucketValues, siloWeights } from '../readings/index.ts'
import { siloCapacities, siloUsers } from './batchFigures.sql.ts'
import { booksOf } from './books.ts'
import type { Books } from './books.ts'
import { siloUser } from './days.ts'

const HOUR = 3_600_000
/** Buckets of an hour that must have a reading. */
const LEAST_BUCKETS = 10
/** Before the first hour, so that the noise of a silo has a reference, ms. */
const RUN_UP = 24 * HOUR

/** Hours since 1970-01-01 UTC, the first and the last one. */
interface Hours {
  readonly first: number
  readonly last: number
}

/**
 * What a batch used in each hour, L or kg, by hours since 1970-01-01 UTC. An hour that one of its sources did not measure is
 * missing, and so is one with what a counter counted in more than a day. Feed is that of the silos, if the batch has any, else of the feed counters.
 */
export async function hourlyUse(
  work: UnitOfWork,
  retention: Retention,
  { books, kind, hours }: { readonly books: Books; readonly kind: 'WATER' | 'FEED'; readonly hours: Hours },
): Promise<ReadonlyMap<number, number>> {
  const { silo, water, feed } = await interfacesOf(work, books.batch)
  if (kind === 'FEED' && silo.length > 0)
    return together(await Promise.all(silo.map(id => siloUse(work, retention, books, id, hours))))
  const ids = kind === 'WATER' ? water : feed
  const span = { from: hours.first * HOUR, to: (hours.last + 1) * HOUR }
  const counted = await bucketValues(work, retention, { ids, zone: books.batch.timeZone, span, resolution: 'FIVE_MIN' })
  if (ids.length === 0 || counted.length < ids.length) return new Map()
  return together(
    counted.map(({ times, values, gaps }) => {
      const hours = byHour(times, index => values[index]!)
      for (const at of gaps) hours.delete(Math.floor(at / HOUR))
      return hours
    }),
  )
}

/** Sums by the hour of their buckets; an hour with too few buckets is missing. */
function byHour(times: readonly number[], amount: (index: number) => number): Map<number, number> {
  const sums = new Map<number, { buckets: number; sum: number }>()
  for (const [index, at] of times.entries()) {
    const hour = Math.floor(at / HOUR)
    const { buckets, sum } = sums.get(hour) ?? { buckets: 0, sum: 0 }
    sums.set(hour, { buckets: buckets + 1, sum: sum + amount(index) })
  }
  return new Map([...sums].filter(([, { buckets }]) => buckets >= LEAST_BUCKETS).map(([hour, { sum }]) => [hour, sum]))
}

/** The sum of several sources, for hours that all of them measured. */
function together(sources: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const [first, ...others] = sources
  return new Map(
    [...(first ?? [])]
      .filter(([hour]) => others.every(other => other.has(hour)))
      .map(([hour, value]) => [hour, others.reduce((sum, other) => sum + other.get(hour)!, value)]),
  )
}

/**
 * Feed that left a silo in each hour, kg: the share of the batch. An hour in which the silo speaks again after it was silent for an
 * hour or more is missing: what was used meanwhile is booked there.
 */
async function siloUse(work: UnitOfWork, retention: Retention, books: Books, id: string, { first, last }: Hours) {
  const { batch, localDay } = books
  const span = { from: first * HOUR - RUN_UP, to: (last + 1) * HOUR }
  const [weights] = await siloWeights(work, retention, { ids: [id], zone: batch.timeZone, span })
  if (!weights) return new Map<number, number>()
  const { times, values } = weights
  const capacity = (await siloCapacities(work, [id])).get(id) ?? 0
  const medians = times.map((at, index) => ({ bucket: at / BUCKET, weight: values[index]! }))
  const { uses } = runSilo(emptySilo, medians, capacity)
  const kg = new Map<number, number>()
  for (const use of uses) kg.set(use.bucket * BUCKET, (kg.get(use.bucket * BUCKET) ?? 0) + use.kg)
  const others: Books[] = []
  for (const other of await siloUsers(work, batch, id)) {
    const row = await batchById(work, other)
    if (row) others.push(await booksOf(work, row))
  }
  const shares = new Map(
    localDays(batch.timeZone, localDay(span.from), localDay(span.to)).map(day => [
      day.day,
      siloShareOn(day, siloUser(books), others.map(siloUser)),
    ]),
  )
  const resumed = new Set(times.flatMap((at, index) => (at - (times[index - 1] ?? at) > HOUR ? [Math.floor(at / HOUR)] : [])))
  const hours = byHour(times, index => (kg.get(times[index]!) ?? 0) * shares.get(localDay(times[index]!))!)
  return new Map([...hours].filter(([hour]) => hour >= first && !resumed.has(hour)))
}
