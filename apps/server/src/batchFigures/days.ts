import { unitOf } from '@steading/contract/devices/interfaceShapes'
import { dailyAmounts } from '@steading/production/consumption'
import type { DayAmounts, MeasuredDay } from '@steading/production/consumption'
import type { LocalDaySpan } from '@steading/production/evolution'
import { meanAnimals } from '@steading/production/replay'
import { siloShareOn } from '@steading/production/sharedSilo'
import type { SiloUser } from '@steading/production/sharedSilo'
import { BUCKET, emptySilo, runSilo } from '@steading/production/silo'
import { replayStock, stockConsumption } from '@steading/production/stock'
import { scaleDayMedian } from '@steading/production/weight'
import { round } from '@steading/contract/round'
import { batchById, sourcesOf } from '../batches/index.ts'
import type { BatchSource } from '../batches/index.ts'
import { retainedSince } from '../platform/config/retention.ts'
import type { Retention } from '../platform/config/retention.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { bucketValues, siloWeights } from '../readings/index.ts'
import { feedMovementsOf, sensorsOf, siloCapacities, siloFeedings, storedDays, storeDays } from './batchFigures.sql.ts'
import type { StoredDay } from './batchFigures.sql.ts'
import { booksOf, consumptionDays, daysOfInstants } from './books.ts'
import type { Books } from './books.ts'

/**
 * Computes the feed and water of each local day of a batch from its sources, and stores them. Days whose five-minute readings are
 * past their retention keep what is stored of them. The caller holds the lock and sees the whole tree.
 */
export async function computeDays(
  work: UnitOfWork,
  retention: Retention,
  books: Books,
): Promise<{ readonly days: readonly StoredDay[]; readonly changed: number }> {
  const { batch, steps } = books
  const spans = consumptionDays(books, work.now.getTime())
  const { measured, estimated } = await measure(work, retention, books, spans)
  const scales = await scaleDays(work, retention, books, spans)
  const retained = retainedSince(retention, 'rollups_5m', work.now.getTime())
  const before = new Map((await storedDays(work, batch.id)).map(stored => [stored.day, stored]))
  const past = new Map(spans.flatMap(({ day, from }) => (from < retained ? [[day, before.get(day)] as const] : [])))
  const amounts = dailyAmounts(
    measured.map(day => completed(day, past.get(day.day))),
    steps,
    await stockKg(work, books),
  )
  const days = amounts.map(amount => {
    const { day, source } = amount
    const stored = past.get(day)
    const isEstimated = source === 'STOCK' || (source === 'SILO' && (estimated.has(day) || stored?.isEstimated === true))
    return storable(amount, { isEstimated, scale: stored?.scale ?? scales.get(day) ?? null })
  })
  return { days, changed: await storeDays(work, batch.id, days) }
}

/** To the gram and the millilitre: sums of readings deviate in the last bits. */
const exact = (value: number | null) => (value === null ? null : round(value, 3))
const storable = (
  { day, feedKg, waterL, source }: DayAmounts,
  { isEstimated, scale }: Pick<StoredDay, 'isEstimated' | 'scale'>,
): StoredDay => ({
  day,
  feed: exact(feedKg),
  water: exact(waterL),
  source,
  isEstimated,
  scale: exact(scale),
})

/**
 * What was measured of a day, as it was stored while its readings were there: that counts more than what is left of them. Feed by
 * stock was not measured, it follows from the movements as they are.
 */
function completed(computed: MeasuredDay, stored: StoredDay | undefined): MeasuredDay {
  const waterL = stored?.water ?? computed.waterL
  if (!stored || stored.feed === null) return { ...computed, waterL }
  if (stored.source === 'SILO') return { ...computed, siloKg: stored.feed, waterL }
  if (stored.source === 'FEED_COUNTER') return { ...computed, siloKg: null, counterKg: stored.feed, waterL }
  return { ...computed, waterL }
}

/** What the sources of the batch measured on each day, within the batch; `estimated`: days with feed of a silent silo. */
async function measure(
  work: UnitOfWork,
  retention: Retention,
  books: Books,
  spans: ReturnType<typeof consumptionDays>,
): Promise<{ readonly measured: MeasuredDay[]; readonly estimated: ReadonlySet<number> }> {
  const { batch, localDay, reference } = books
  const sources = await sourcesOf(work, batch)
  const counted = async (counter: BatchSource['category']) => {
    const sums = new Map<number, number>()
    for (const { id, category, since, until } of sources) {
      if (category !== counter) continue
      const span = { from: since.getTime(), to: (until ?? new Date(reference)).getTime() }
      const columns = await bucketValues(work, retention, { ids: [id], zone: batch.timeZone, span, resolution: 'DAY' })
      for (const { times, values } of columns) for (const [index, at] of times.entries()) add(sums, localDay(at), values[index]!)
    }
    return sums
  }
  const silos = sources.filter(({ category }) => category === 'SILO_WEIGHT')
  const { kg: siloKg, estimated } = await siloUse(work, retention, books, { silos, spans })
  const counterKg = await counted('FEED_COUNTER')
  const waterL = await counted('WATER_COUNTER')
  const measured = spans.map(day => ({
    ...day,
    siloKg: siloKg.get(day.day) ?? null,
    counterKg: counterKg.get(day.day) ?? null,
    waterL: waterL.get(day.day) ?? null,
  }))
  return { measured, estimated }
}

/**
 * What an animal weighed on each whole local day, kg: the median of the scales of the house and its rooms. A day without animals is
 * missing. The running day waits for its end, as the animals that come to a scale differ by the hour.
 */
async function scaleDays(
  work: UnitOfWork,
  retention: Retention,
  { batch, steps, reference }: Books,
  spans: ReturnType<typeof consumptionDays>,
): Promise<ReadonlyMap<number, number>> {
  const whole = spans.filter(({ to, elapsed }) => elapsed === 1 && to <= reference)
  const scales = await sensorsOf(work, batch, ['ANIMAL_SCALE'])
  if (whole.length === 0 || scales.length === 0) return new Map()
  const columns = await bucketValues(work, retention, {
    ids: scales.map(({ id }) => id),
    zone: batch.timeZone,
    span: { from: batch.open_date.getTime(), to: whole.at(-1)!.to },
    resolution: 'FIVE_MIN',
  })
  const weights = new Map<number, number[]>()
  for (const { interfaceId, times, values } of columns) {
    const scale = scales.find(({ id }) => id === interfaceId)!
    const factor = unitOf(scale.category, scale.max)?.symbol === 'g' ? 0.001 : 1
    for (const [index, { day }] of daysOfInstants(times, whole).entries())
      (weights.get(day) ?? weights.set(day, []).get(day)!).push(values[index]! * factor)
  }
  return new Map(
    whole.flatMap(({ day, from, to }) => {
      const median = meanAnimals(steps, from, to) > 0 ? scaleDayMedian(weights.get(day) ?? []) : null
      return median === null ? [] : [[day, median] as const]
    }),
  )
}

const add = (sums: Map<number, number>, day: number, value: number) => sums.set(day, (sums.get(day) ?? 0) + value)

/**
 * Feed that left the silos on each local day, kg: the share of the batch. A day without a weight of any silo is missing, unless one
 * was silent for more than 6 h: `estimated` has the days of its silence.
 */
async function siloUse(
  work: UnitOfWork,
  retention: Retention,
  books: Books,
  { silos, spans }: { silos: readonly BatchSource[]; spans: readonly LocalDaySpan[] },
): Promise<{ readonly kg: ReadonlyMap<number, number>; readonly estimated: ReadonlySet<number> }> {
  const { batch, reference } = books
  // Without a capacity the smallest limits of noise and delivery apply.
  const capacities = await siloCapacities(
    work,
    silos.map(({ id }) => id),
  )
  const sums = new Map<number, number>()
  const estimated = new Set<number>()
  for (const { id: siloId, since, until } of silos) {
    const span = { from: since.getTime(), to: (until ?? new Date(reference)).getTime() }
    const [column] = await siloWeights(work, retention, { ids: [siloId], zone: batch.timeZone, span })
    if (!column) continue
    const { times, values } = column
    const others: SiloUser[] = []
    for (const feeding of await siloFeedings(work, batch, siloId)) {
      const other = await batchById(work, feeding.id)
      if (!other) continue
      const user = siloUser(await booksOf(work, other))
      others.push({ ...user, openDate: feeding.since.getTime(), closeDate: feeding.until?.getTime() ?? null })
    }
    const medians = times.map((at, index) => ({ bucket: at / BUCKET, weight: values[index]! }))
    const { uses } = runSilo(emptySilo, medians, capacities.get(siloId) ?? 0)
    const kg = new Map<number, number>()
    const daysOfUses = daysOfInstants(
      uses.map(({ bucket }) => bucket * BUCKET),
      spans,
    )
    for (const [index, { day }] of daysOfUses.entries()) {
      add(kg, day, uses[index]!.kg)
      if (uses[index]!.isEstimated) estimated.add(day)
    }
    for (const day of new Set([...daysOfInstants(times, spans), ...daysOfUses]))
      add(sums, day.day, (kg.get(day.day) ?? 0) * siloShareOn(day, siloUser(books), others))
  }
  return { kg: sums, estimated }
}

export const siloUser = ({ batch, steps, curve, ageUnit, birth }: Books): SiloUser => ({
  openDate: batch.open_date.getTime(),
  closeDate: batch.close_date?.getTime() ?? null,
  steps,
  curve,
  ageUnit,
  birth,
})

/**
 * The consumption of a closed batch by its stock: what came less what was taken out, nothing is left. Null while the batch is open,
 * since nobody knows what is left, and without a movement.
 */
async function stockKg(work: UnitOfWork, { batch, reference }: Books): Promise<number | null> {
  if (batch.close_date === null) return null
  const movements = (await feedMovementsOf(work, batch.id)).filter(({ at }) => at <= reference)
  const stock = replayStock(movements)
  if ('violation' in stock || stock.entriesKg === 0) return null
  return stockConsumption(stock.entriesKg, stock.exitsKg, 0)
}
