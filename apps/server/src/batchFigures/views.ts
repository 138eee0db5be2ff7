import type { AccumulatedConsumption, DayConsumption, EvolutionPoint } from '@steading/contract/production/figures'
import { round } from '@steading/contract/round'
import type { EVOLUTION_KPIS } from '@steading/contract/widgets/types/batches/batchKpiEvolution'
import {
  accumulatedConsumption,
  accumulatedPerAnimal,
  consumptionDifference,
  dailyConsumption,
  expectedConsumption,
} from '@steading/production/consumption'
import type { DayConsumption as ConsumptionDay, ExpectedDay } from '@steading/production/consumption'
import { curveWindowRange } from '@steading/production/curve'
import { evolution, mortalityByDay } from '@steading/production/evolution'
import { entriesOf, inOrder } from '@steading/production/replay'
import { weeklyFigures } from '@steading/production/weekly'
import type { WeekFigures } from '@steading/production/weekly'
import { batchById } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { dateOfDay, localDays } from '../platform/time/localDay.ts'
import { batchesInReach, storedDays } from './batchFigures.sql.ts'
import { ageOn, batchDays, booksOf, consumptionDays } from './books.ts'
import type { Books } from './books.ts'
import { freshFiguresOfSeveral } from './figures.ts'
import type { FiguresWorld } from './figures.ts'

/** Feed and water of the days of a batch, and what its curve expects of them. */
export interface Consumption {
  readonly books: Books
  readonly days: readonly ConsumptionDay[]
  readonly expected: readonly ExpectedDay[]
  /** Local days whose feed is in part that of a silent silo, or follows from the stock. */
  readonly estimated: ReadonlySet<number>
}

/** Reads the days of a batch in reach; computed before if they are out of date. @throws NotFound */
export const consumptionOf = async (world: FiguresWorld, actor: Actor, id: string): Promise<Consumption> =>
  (await consumptionOfSeveral(world, actor, [id]))[0]!

/** As `consumptionOf`, of batches in their order; what belongs to them is read together. @throws NotFound */
export async function consumptionOfSeveral(world: FiguresWorld, actor: Actor, ids: readonly string[]): Promise<Consumption[]> {
  await freshFiguresOfSeveral(world, actor, ids)
  return world.db.work(actor, async work => {
    const batches = await batchesInReach(work, ids)
    return Promise.all(batches.map(batch => readConsumption(work, batch)))
  })
}

/** The days of a batch as they are stored. */
export async function readConsumption(work: UnitOfWork, batch: BatchRow): Promise<Consumption> {
  const books = await booksOf(work, batch)
  const stored = new Map((await storedDays(work, batch.id)).map(row => [row.day, row]))
  const amounts = consumptionDays(books, work.now.getTime()).map(span => {
    const { feed = null, water = null, source = null } = stored.get(span.day) ?? {}
    return { ...span, feedKg: feed, waterL: water, source }
  })
  const days = dailyConsumption(amounts, books.steps)
  const { curve, ageUnit, birth } = books
  return {
    books,
    days,
    expected: curve && birth !== null ? expectedConsumption(days, curve, ageUnit, birth) : [],
    estimated: new Set([...stored.values()].filter(({ isEstimated }) => isEstimated).map(({ day }) => day)),
  }
}

/** Reads what is in the books of a batch in reach. @throws NotFound */
export const readBooks = ({ db }: FiguresWorld, actor: Actor, id: string): Promise<Books> =>
  db.work(actor, async work => booksOf(work, orNotFound(await batchById(work, id))))

/** A local day as it travels. */
export const dateText = (day: number): string => dateOfDay(day).toISOString().slice(0, 10)
const exact = (value: number | null) => (value === null ? null : round(value, 3))

const presentDays = ({ books, estimated }: Consumption, days: readonly ConsumptionDay[]): DayConsumption[] =>
  days.map(({ day, feedKg, waterL, perAnimal, source }) => ({
    day: dateText(day),
    age: ageOn(books, day),
    feedKg: exact(feedKg),
    waterL: exact(waterL),
    perAnimal,
    source,
    isEstimated: estimated.has(day),
  }))

export const presentConsumption = (consumption: Consumption): DayConsumption[] => presentDays(consumption, consumption.days)

export const presentDifference = (consumption: Consumption): DayConsumption[] =>
  presentDays(consumption, consumptionDifference(consumption.days, consumption.expected))

export const presentTotals = (
  { books, days, expected }: Pick<Consumption, 'books' | 'days' | 'expected'>,
  kind: 'FEED' | 'WATER',
): AccumulatedConsumption[] => {
  const each = accumulatedPerAnimal(days, expected, kind === 'FEED' ? 'feedKg' : 'waterL')
  return accumulatedConsumption(days, expected).map(({ day, feedKg, waterL, curveFeedKg, curveWaterL }, index) => ({
    day: dateText(day),
    age: ageOn(books, day),
    total: exact(kind === 'FEED' ? feedKg : waterL),
    curveTotal: exact(kind === 'FEED' ? curveFeedKg : curveWaterL),
    perAnimal: exact(each[index]!.amount),
    curvePerAnimal: exact(each[index]!.curveAmount),
  }))
}

const evolutionOf = (books: Books) => evolution(batchDays(books), books.weighings, books.steps, books.curve, books.birth)

/** What each week of a batch brought; its days as dates. */
export const presentWeeks = ({ books, days }: Consumption): (Omit<WeekFigures, 'from' | 'to'> & { from: string; to: string })[] =>
  weeklyFigures(days, evolutionOf(books), books.movements, books.localDay).map(({ from, to, ...week }) => ({
    ...week,
    from: dateText(from),
    to: dateText(to),
  }))

export const presentEvolution = (books: Books): EvolutionPoint[] =>
  evolutionOf(books).map(({ day, weight, curveWeight, ...point }) => ({
    ...point,
    day: dateText(day),
    weight: exact(weight),
    curveWeight: exact(curveWeight),
  }))

/** The ages of the curve that the chart of the batch shows; null without a curve or an entry. */
export function curveWindow({ batch, curve, birth, movements, localDay, reference }: Books): { from: number; to: number } | null {
  const [firstEntry] = inOrder(entriesOf(movements))
  if (!curve || birth === null || !firstEntry) return null
  const ageAt = (at: number) => Math.round(localDay(at) - birth)
  return curveWindowRange(curve, {
    entryAge: ageAt(firstEntry.at),
    age: ageAt(reference),
    closed: batch.close_date !== null,
  })
}

/** A day of a figure of a batch, and what its curve expects. */
interface KpiPoint {
  readonly age: number
  readonly day: string
  readonly value: number | null
  readonly curve: number | null
}

/**
 * A figure of each local day of a batch: kg of an animal, kg or L of the batch, or % of the animals that entered. The use of the
 * running day is left out: beside whole days it would seem to fall.
 */
export function presentKpi({ books, days, expected }: Consumption, kpi: (typeof EVOLUTION_KPIS)[number]): KpiPoint[] {
  const first = days[0]?.day ?? 0
  const points = (values: readonly (number | null)[], curves: readonly (number | null | undefined)[]): KpiPoint[] =>
    days.map(({ day }, index) => ({
      age: ageOn(books, day) ?? day - first,
      day: dateText(day),
      value: exact(values[index] ?? null),
      curve: exact(curves[index] ?? null),
    }))
  switch (kpi) {
    case 'AVERAGE_WEIGHT': {
      const { weighings, steps, curve, birth } = books
      const weights = evolution(consumptionSpans(books, days), weighings, steps, curve, birth)
      return points(
        weights.map(({ weight }) => weight),
        weights.map(({ curveWeight }) => curveWeight),
      )
    }
    case 'MORTALITY': {
      const shares = mortalityByDay(consumptionSpans(books, days), books.movements)
      return points(
        shares.map(share => (share === null ? null : round(share, 2))),
        [],
      )
    }
    case 'DAILY_FEED':
    case 'DAILY_WATER': {
      const member = kpi === 'DAILY_FEED' ? 'feedKg' : 'waterL'
      const whole = <D>(values: readonly D[]) => values.filter((_, index) => days[index]!.elapsed === 1)
      return points(
        whole(days).map(day => day[member]),
        whole(expected).map(day => day[member]),
      )
    }
    case 'TOTAL_FEED':
    case 'TOTAL_WATER': {
      const totals = presentTotals({ books, days, expected }, kpi === 'TOTAL_FEED' ? 'FEED' : 'WATER')
      return points(
        totals.map(({ total }) => total),
        totals.map(({ curveTotal }) => curveTotal),
      )
    }
  }
}

/** The whole local days of a consumption. */
const consumptionSpans = ({ batch }: Books, days: readonly ConsumptionDay[]) =>
  days.length === 0 ? [] : localDays(batch.timeZone, days[0]!.day, days.at(-1)!.day)
