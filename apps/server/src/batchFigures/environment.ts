import type { Compliance, EnvironmentKpi } from '@steading/contract/production/figures'
import { CLIMATE_CATEGORIES, compliance, countCompliance } from '@steading/production/compliance'
import type { ClimateCategory, ComplianceCounts } from '@steading/production/compliance'
import { BUCKET } from '@steading/production/silo'
import { isDeepStrictEqual } from 'node:util'
import { birthDay } from '@steading/production/age'
import { batchById, curveOf } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import type { Actor } from '../platform/actor.ts'
import { retainedSince } from '../platform/config/retention.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { World } from '../platform/world.ts'
import { bucketValues } from '../readings/index.ts'
import { localDayIn } from '../platform/time/localDay.ts'
import { lockFigures, movementsOf, sensorsOf, storedEnvironment, storeEnvironment } from './batchFigures.sql.ts'
import type { HouseSensor, StoredEnvironment } from './batchFigures.sql.ts'
import { batchDays, booksOf, daysOfInstants, referenceOf } from './books.ts'
import type { Books } from './books.ts'
import { system } from './figures.ts'
import type { FiguresWorld } from './figures.ts'

/**
 * Counts the buckets of each climate category of the house from the opening to the reference, and stores them. Once five-minute
 * readings of the batch are past their retention, what was stored stays, and only what came since is added. @throws NotFound
 */
export const computeEnvironment = ({ db, config }: FiguresWorld, id: string): Promise<StoredEnvironment[]> =>
  db.work(system, async work => {
    await lockFigures(work, id)
    const books = await booksOf(work, orNotFound(await batchById(work, id)))
    const opened = books.batch.open_date.getTime()
    const retained = retainedSince(config.RETENTION, 'rollups_5m', work.now.getTime())
    const stored = opened < retained ? await storedEnvironment(work, id) : []
    const from = Math.max(opened, retained, ...stored.map(({ countedUntil }) => countedUntil.getTime()))
    const to = Math.floor(books.reference / BUCKET) * BUCKET
    const counts = (await countBuckets(work, config, books, { from, to })).map(counted =>
      added(
        counted,
        stored.find(({ category }) => category === counted.category),
      ),
    )
    const origin = { basis: basisOf(books), countedUntil: new Date(Math.max(from, to)) }
    await storeEnvironment(work, id, counts, origin)
    return counts.map(category => ({ ...category, ...origin, computedAt: work.now }))
  })

const added = (counted: ComplianceCounts, stored: ComplianceCounts | undefined): ComplianceCounts => ({
  category: counted.category,
  expected: counted.expected + (stored?.expected ?? 0),
  present: counted.present + (stored?.present ?? 0),
  judged: counted.judged + (stored?.judged ?? 0),
  inside: counted.inside + (stored?.inside ?? 0),
})

const basisOf = ({ batch, curveVersion, birth }: Pick<Books, 'batch' | 'curveVersion' | 'birth'>) => ({
  batchVersion: batch.version,
  curveVersion,
  birthDay: birth,
})

/** The stored counts of a batch; none: there are none yet, or the batch, its entries or its curve changed since. */
export async function freshEnvironment(work: UnitOfWork, batch: BatchRow): Promise<StoredEnvironment[]> {
  const stored = await storedEnvironment(work, batch.id)
  const curve = await curveOf(work, batch)
  const birth = birthDay(await movementsOf(work, batch.id), localDayIn(batch.timeZone))
  const now = basisOf({ batch, curveVersion: curve?.version ?? null, birth })
  return stored.every(({ basis }) => isDeepStrictEqual(basis, now)) ? stored : []
}

/** The fresh counts of a batch in reach; if there are none, they are computed. @throws NotFound */
export async function environmentOf(world: FiguresWorld, actor: Actor, id: string): Promise<StoredEnvironment[]> {
  const stored = await world.db.work(actor, async work => freshEnvironment(work, orNotFound(await batchById(work, id))))
  return stored.length > 0 ? stored : computeEnvironment(world, id)
}

/** Categories of which the house has sensors. */
const measured = (counts: readonly StoredEnvironment[]) => counts.filter(({ expected }) => expected > 0)

export const presentCompliance = (counts: readonly StoredEnvironment[]): Compliance[] =>
  measured(counts).map(category => compliance(category))

export const presentEnvironment = (counts: readonly StoredEnvironment[]): EnvironmentKpi[] =>
  measured(counts).map(category => ({ ...compliance(category), computedAt: category.computedAt.toISOString() }))

/** Hourly means of the climate sensors of a house over a batch: a column for each sensor that measured, a row for each hour. */
export interface HourlyClimate {
  readonly sensors: readonly { readonly name: string; readonly category: ClimateCategory }[]
  /** `at`: start of the hour, ms UTC, ascending; null: the sensor measured nothing in it. */
  readonly hours: readonly { readonly at: number; readonly values: readonly (number | null)[] }[]
}

/** Reads the hourly climate of a batch. */
export async function hourlyClimate(work: UnitOfWork, { RETENTION }: World['config'], batch: BatchRow): Promise<HourlyClimate> {
  const sensors = await sensorsOf(work, batch, CLIMATE_CATEGORIES)
  const columns = await bucketValues(work, RETENTION, {
    ids: sensors.map(sensor => sensor.id),
    zone: batch.timeZone,
    span: { from: batch.open_date.getTime(), to: referenceOf(work, batch) },
    resolution: 'HOUR',
  })
  const measuring = sensors.flatMap(sensor => {
    const column = columns.find(({ interfaceId }) => interfaceId === sensor.id)
    return column ? [{ ...sensor, byHour: new Map(column.times.map((at, index) => [at, column.values[index]!])) }] : []
  })
  const hours = [...new Set(columns.flatMap(({ times }) => times))].toSorted((a, b) => a - b)
  return {
    sensors: measuring.map(({ name, category }) => ({ name, category })),
    hours: hours.map(at => ({ at, values: measuring.map(({ byHour }) => byHour.get(at) ?? null) })),
  }
}

/** Counts the buckets of a span; those of a sensor are expected while it is there. */
async function countBuckets(
  work: UnitOfWork,
  { RETENTION }: World['config'],
  books: Books,
  span: Span,
): Promise<ComplianceCounts[]> {
  const { batch, curve, birth } = books
  const sensors = await sensorsOf(work, batch, CLIMATE_CATEGORIES)
  const days = batchDays(books)
  const counts: ComplianceCounts[] = []
  for (const category of CLIMATE_CATEGORIES) {
    const chosen = sensors.filter(sensor => sensor.category === category)
    const ids = chosen.map(({ id }) => id)
    const columns = await bucketValues(work, RETENTION, { ids, zone: batch.timeZone, span, resolution: 'FIVE_MIN' })
    const buckets = columns.flatMap(({ times, values }) =>
      daysOfInstants(times, days).map(({ day }, index) => ({ age: day - (birth ?? 0), value: values[index]! })),
    )
    const expected = chosen.reduce((sum, sensor) => {
      const firstBucket = columns.find(({ interfaceId }) => interfaceId === sensor.id)?.times[0] ?? Infinity
      return sum + expectedBuckets(span, sensor, firstBucket)
    }, 0)
    counts.push(countCompliance(category, buckets, expected, birth === null ? null : curve))
  }
  return counts
}

interface Span {
  readonly from: number
  readonly to: number
}

/** Buckets of a span within the life of a sensor. A box may send readings of the time before its sensor was entered. */
function expectedBuckets({ from, to }: Span, { createdAt, deletedAt }: HouseSensor, firstBucket: number): number {
  const first = Math.max(Math.ceil(from / BUCKET), Math.floor(Math.min(createdAt.getTime(), firstBucket) / BUCKET))
  const end = Math.min(Math.floor(to / BUCKET), Math.ceil((deletedAt?.getTime() ?? Infinity) / BUCKET))
  return Math.max(0, end - first)
}
