import type { AnimalMovement } from '@steading/contract/production/animalMovements'
import type { Batch } from '@steading/contract/production/batches'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { round } from '@steading/contract/round'
import { WEIGHT_GROUPS } from '@steading/contract/widgets/widgetData'
import type { BatchEvolution } from '@steading/contract/widgets/widgetData'
import { DateTime } from 'luxon'
import { data } from './farm.ts'
import type { Api } from './farm.ts'

type Calls = Pick<Api, 'animalMovements' | 'batches' | 'batchFigures' | 'widgetData'>

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const ratio = (dividend: number, divisor: number, decimals: number) =>
  divisor === 0 ? NOT_COMPUTABLE : round(dividend / divisor, decimals)
/** The local day of an instant at the place of a batch. */
const dayAt = (stamp: string, { timeZone }: Batch) => DateTime.fromISO(stamp, { zone: timeZone }).toISODate()!
/** Deaths by the id of their cause; '' without one. */
const byCause = (causes: readonly { readonly reason: { readonly id: string } | null; readonly count: number }[]) => {
  const counts: Record<string, number> = {}
  for (const { reason, count } of causes) counts[reason?.id ?? ''] = (counts[reason?.id ?? ''] ?? 0) + count
  return counts
}

/** The batches of a house, the last opened first. */
export const batchesOfHouse = async ({ batches }: Pick<Calls, 'batches'>, entityId: string) =>
  data(await batches.search({ query: { entityId, itemsPerPage: 50 } })).content

/** What the batch widgets show of a house and its batches. */
export async function figuresOfWidgets({ batches, widgetData }: Calls, entityId: string, ofHouse: readonly Batch[]) {
  const house = { query: { entityIds: [entityId] } }
  const deaths = data(await widgetData.mortalityByCause(house))
  const sold = data(await widgetData.animalsByWeight(house))
  const open = data(await batches.search({ query: { status: ['OPEN'], entities: [entityId], itemsPerPage: 10 } }))
  const closedFigures = async (batch: Batch) => {
    if (batch.closeDate === null) return null
    const day = dayAt(batch.closeDate, batch)
    const query = { entities: [entityId], time: 'CUSTOM' as const, startDate: day, endDate: day }
    const value = async (call: 'mortality' | 'averageDailyGain' | 'conversionIndex' | 'averageWeight') =>
      data(await widgetData[call]({ query })).value
    return {
      mortality: await value('mortality'),
      averageDailyGain: await value('averageDailyGain'),
      feedConversion: await value('conversionIndex'),
      exitWeight: await value('averageWeight'),
    }
  }
  const pointsOf = async (batchId: string, kpi: BatchEvolution['kpi']) => {
    const { batchEvolution } = data(
      await widgetData.preview({ body: { type: 'BATCH_KPI_EVOLUTION', configs: { batchId, kpi } } }),
    )
    return batchEvolution!.points
  }
  const valuesOf = async (batchId: string, kpi: BatchEvolution['kpi']) =>
    (await pointsOf(batchId, kpi)).map(({ age, day, value }) => ({ age, day, value }))
  const evolutionOf = async ({ id }: Batch) => ({
    weight: await pointsOf(id, 'AVERAGE_WEIGHT'),
    mortality: await valuesOf(id, 'MORTALITY'),
    dailyFeed: await valuesOf(id, 'DAILY_FEED'),
    dailyWater: await valuesOf(id, 'DAILY_WATER'),
    totalFeed: await pointsOf(id, 'TOTAL_FEED'),
    totalWater: await pointsOf(id, 'TOTAL_WATER'),
  })
  const ofEach = []
  for (const batch of ofHouse) ofEach.push({ id: batch.id, closed: await closedFigures(batch), ...(await evolutionOf(batch)) })
  return {
    openBatches: open.totalElements,
    deaths: { total: deaths.total, batches: deaths.batches, byCause: byCause(deaths.causes) },
    sold: { total: sold.total, groups: sold.groups.map(({ count }) => count) },
    batches: ofEach,
  }
}

/** The same figures by the calls of the pages of the batches. */
export async function figuresOfPages(calls: Calls, ofHouse: readonly Batch[]) {
  const pages: Awaited<ReturnType<typeof figuresOfPage>>[] = []
  for (const batch of ofHouse) pages.push(await figuresOfPage(calls, batch))
  const open = pages.filter(({ isOpen }) => isOpen)
  return {
    openBatches: open.length,
    deaths: {
      total: sum(open.map(({ dead }) => dead)),
      batches: open.length,
      byCause: byCause(open.flatMap(({ causes }) => causes)),
    },
    sold: {
      total: sum(pages.map(({ sold }) => sold)),
      groups: WEIGHT_GROUPS.map(([from]) =>
        sum(pages.flatMap(({ groups }) => groups.filter(group => group.from === from).map(({ animals }) => animals))),
      ),
    },
    batches: pages.map(({ figures }) => figures),
  }
}

async function movementsOf({ list }: Calls['animalMovements'], batchId: string) {
  const movements: AnimalMovement[] = []
  for (let currentPage = 0; ; currentPage++) {
    const { content, totalElements } = data(await list({ query: { batchId, itemsPerPage: 50, currentPage } }))
    movements.push(...content)
    if (movements.length >= totalElements) return movements
  }
}

async function figuresOfPage({ animalMovements, batches, batchFigures }: Calls, batch: Batch) {
  const { id } = batch
  const byId = { params: { id } }
  const { status, totalMortality, totalEntry } = data(await batches.details(byId))
  const { averageDailyGain, feedConversion, exitWeight } = data(await batchFigures.kpis(byId))
  const sums = data(await animalMovements.aggregation({ query: { batchId: id } }))
  const movements = await movementsOf(animalMovements, id)
  const consumption = data(await batchFigures.consumption(byId))
  const weights = data(await batchFigures.evolution(byId)).slice(0, consumption.length)
  const feed = data(await batchFigures.feedAccumulated(byId))
  const water = data(await batchFigures.waterAccumulated(byId))
  const isOpen = status === 'OPEN'
  const sold = sums.types.filter(({ actionType }) => actionType === 'EXTERNAL_SALE')

  /** Animals of effective movements of a type up to the end of a local day. */
  const animalsUntil = (day: string, isCounted: (movement: (typeof movements)[number]) => boolean) =>
    sum(
      movements
        .filter(movement => !movement.pending && isCounted(movement) && dayAt(movement.timestamp, batch) <= day)
        .map(({ number }) => number),
    )
  const mortalityOn = (day: string) => {
    const entered = animalsUntil(day, ({ action }) => action === 'ENTRY')
    const dead = animalsUntil(day, ({ actionType }) => actionType === 'DEATH')
    return entered === 0 ? null : ratio(100 * dead, entered, 2)
  }
  const onDays = (valueOf: (day: (typeof consumption)[number]) => number | null) =>
    consumption.map((day, index) => ({ age: day.age ?? index, day: day.day, value: valueOf(day) }))
  // The running day of an open batch is drawn once it is over.
  const running = isOpen ? consumption.at(-1)?.day : undefined
  const totals = (points: typeof feed) =>
    points.map(({ age, day, total, curveTotal }, index) => ({ age: age ?? index, day, value: total, curve: curveTotal }))
  return {
    isOpen,
    dead: totalMortality,
    causes: sums.deathReasons.map(({ deathReason, number }) => ({ reason: deathReason, count: number })),
    sold: sum(sold.map(({ number }) => number)),
    groups: sums.weightGroups,
    figures: {
      id,
      closed: isOpen
        ? null
        : {
            mortality: ratio(100 * totalMortality, totalEntry, 2),
            averageDailyGain,
            feedConversion,
            exitWeight,
          },
      weight: weights.map(({ age, day, weight, curveWeight }) => ({ age, day, value: weight, curve: curveWeight })),
      mortality: onDays(({ day }) => mortalityOn(day)),
      dailyFeed: onDays(({ day, feedKg }) => (day === running ? null : feedKg)),
      dailyWater: onDays(({ day, waterL }) => (day === running ? null : waterL)),
      totalFeed: totals(feed),
      totalWater: totals(water),
    },
  }
}
