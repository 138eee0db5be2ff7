import type { AnimalMovement } from '@steading/contract/production/animalMovements'
import type { Batch } from '@steading/contract/production/batches'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { KpiName } from '@steading/contract/production/figures'
import { client } from '@steading/contract/http/client'
import { PUBLIC_LINK_HEADER } from '@steading/contract/http/route'
import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import { round } from '@steading/contract/round'
import { WEIGHT_GROUPS } from '@steading/contract/widgets/widgetData'
import type { AnimalsByWeight, BatchEvolution } from '@steading/contract/widgets/widgetData'
import { DateTime } from 'luxon'
import { data } from './farm.ts'
import type { Api, Farm } from './farm.ts'

type Calls = Pick<Api, 'animalMovements' | 'batches' | 'batchFigures' | 'dashboards' | 'widgetData'>

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

type Kpis = Partial<Record<KpiName, number>>
/** KPIs that score cards are compared by. */
const CARD_KPIS = ['mortality', 'currentWeight', 'averageDailyGain', 'feedConversion', 'water'] as const satisfies KpiName[]
const cardKpis = (kpis: Kpis | null | undefined) =>
  kpis ? Object.fromEntries(CARD_KPIS.map(kpi => [kpi, kpis[kpi] ?? NOT_COMPUTABLE])) : null

type Card = { readonly batchId: string } | { readonly entityId: string }

/**
 * What score cards of batches show on a public dashboard, one of each KPI: their batch, its figures and those of the batch before.
 * On a page with a session they ask for the calls of the page of the batch.
 */
async function scoreCards({ dashboards }: Pick<Calls, 'dashboards'>, { url }: Pick<Farm, 'url'>, cards: readonly Card[]) {
  const shown = []
  for (const card of cards) {
    const { id, version } = data(await dashboards.create({ body: { displayName: 'Score cards' } }))
    const added = CARD_KPIS.map((kpi, at) => ({
      id: `new-${at + 1}`,
      type: 'SCORE_CARD' as const,
      configs: { source: 'BATCH', ...card, kpi },
    }))
    const layout = added.map((widget, at) => ({ id: widget.id, x: 0, y: at, w: 2, h: 1 }))
    const { widgets } = data(await dashboards.saveDraft({ params: { id }, body: { version, layout, added }, files: [] }))
    const { link } = data(await dashboards.createPublicLink({ params: { id }, body: { kind: 'PUBLIC' } }))
    const calls = client(publicDashboards, {
      base: `${url}/services`,
      headers: () => ({ 'x-tenant': '1', [PUBLIC_LINK_HEADER]: link }),
    })
    const contents = []
    for (const widget of Object.values(widgets)) contents.push(data(await calls.content({ params: { id: widget.id } })).batchKpi)
    const of = (kpis: readonly (Kpis | null | undefined)[]) => (kpis.some(Boolean) ? cardKpis(Object.assign({}, ...kpis)) : null)
    shown.push({
      batch: contents[0]?.batch.id ?? null,
      kpis: of(contents.map(content => content?.kpis)),
      previous: of(contents.map(content => content?.previous)),
    })
  }
  return shown
}

/** What the batch widgets show of a house and its batches. */
export async function figuresOfWidgets(farm: Pick<Farm, 'url'>, calls: Calls, entityId: string, ofHouse: readonly Batch[]) {
  const { batches, widgetData } = calls
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
    sold: animalsOf(sold),
    soldByFarm: sold.farms.map(animalsOf),
    batches: ofEach,
    scoreCards: await scoreCards(calls, farm, [...ofHouse.map(({ id }) => ({ batchId: id })), { entityId }]),
  }
}

const animalsOf = ({ total, groups }: Pick<AnimalsByWeight, 'total' | 'groups'>) => ({
  total,
  groups: groups.map(({ count }) => count),
})

/** Animals sold by the pages of batches, in all and by groups of weight. */
const soldOfPages = (pages: readonly Pick<Awaited<ReturnType<typeof figuresOfPage>>, 'sold' | 'groups'>[]) => ({
  total: sum(pages.map(({ sold }) => sold)),
  groups: WEIGHT_GROUPS.map(([from]) =>
    sum(pages.flatMap(({ groups }) => groups.filter(group => group.from === from).map(({ animals }) => animals))),
  ),
})

/** The same figures by the calls of the pages of the batches. */
export async function figuresOfPages(calls: Calls, ofHouse: readonly Batch[]) {
  const pages: Awaited<ReturnType<typeof figuresOfPage>>[] = []
  for (const batch of ofHouse) pages.push(await figuresOfPage(calls, batch))
  const open = pages.filter(({ isOpen }) => isOpen)
  const sold = soldOfPages(pages)
  const noCard = { batch: null, kpis: null, previous: null }
  return {
    openBatches: open.length,
    deaths: {
      total: sum(open.map(({ dead }) => dead)),
      batches: open.length,
      byCause: byCause(open.flatMap(({ causes }) => causes)),
    },
    sold,
    // A house is of one farm.
    soldByFarm: sold.total === 0 ? [] : [sold],
    batches: pages.map(({ figures }) => figures),
    scoreCards: [...pages.map(({ card }) => card), open[0]?.card ?? noCard],
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
  const kpis = data(await batchFigures.kpis(byId))
  const { averageDailyGain, feedConversion, exitWeight } = kpis
  const { batch: before } = data(await batches.last(byId))
  const previous = before && data(await batchFigures.kpis({ params: { id: before.id } }))
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
    card: { batch: id, kpis: cardKpis(kpis), previous: cardKpis(previous) },
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
