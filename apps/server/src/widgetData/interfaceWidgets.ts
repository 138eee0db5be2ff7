import { CATEGORIES } from '@steading/contract/devices/categories'
import { decimalsOf, unitOf } from '@steading/contract/devices/interfaceShapes'
import type { Series } from '@steading/contract/devices/readings'
import type { seriesWindow } from '@steading/contract/devices/readings'
import { round } from '@steading/contract/round'
import { MILK_DAYS } from '@steading/contract/widgets/widgetData'
import type { Consumption, Milk, SiloInfo } from '@steading/contract/widgets/widgetData'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import type { z } from 'zod'
import { siloLevels } from '../batchFigures/index.ts'
import type { Retention } from '../platform/config/retention.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { dateOfDay, localDayIn, localDays } from '../platform/time/localDay.ts'
import { bucketValues, chartSeries } from '../readings/index.ts'
import type { BucketValues } from '../readings/index.ts'
import { configsOf } from './configs.ts'
import type { StoredWidget } from './configs.ts'
import { meterCost } from '../tariffs/index.ts'
import { aggregate, bucketsOf, periodsIn, sumInto } from './periods.ts'
import type { CountedBucket, Period, Span } from './periods.ts'
import { interfacesById } from './widgetData.sql.ts'
import type { SeenInterface } from './widgetData.sql.ts'

const HOUR = 3_600_000
const NO_VALUES = { times: [], values: [] } satisfies Pick<BucketValues, 'times' | 'values'>

/** The series of a chart widget over a range, else over its own hours up to now. @throws NotFound for another type */
export function chartWidgetSeries(
  work: UnitOfWork,
  retention: Retention,
  widget: StoredWidget,
  { fromDate, toDate, points }: z.output<typeof seriesWindow>,
): Promise<Series[]> {
  const { hours, ...drawn } = chartOf(widget)
  const to = toDate ?? work.now.toISOString()
  const from = fromDate ?? new Date(Date.parse(to) - hours * HOUR).toISOString()
  return chartSeries(work, retention, { ...drawn, points, fromDate: from, toDate: to })
}

function chartOf(widget: StoredWidget) {
  if (widget.type === 'SIMPLE_MULTI_LINE_CHART') {
    const { interfaceIds, hours } = configsOf(widget, widget.type)
    return { interfaceIds, hours }
  }
  if (widget.type === 'COMPLEX_CHART') {
    const { interfaceIds, hours, resolution, aggregation } = configsOf(widget, widget.type)
    return { interfaceIds, hours, operation: aggregation, ...(resolution !== 'AUTO' && { resolution }) }
  }
  const { x, y, hours, resolution } = configsOf(widget, 'REGRESSION_CHART')
  return { interfaceIds: [x, y], hours, resolution }
}

/** Rounded as readings are. */
const amount = (value: number | null) => (value === null ? null : round(value, 2))

/** What the meters of a widget counted. Each has the days of its own house. @throws NotFound with none of them in reach */
export async function consumptionOfWidget(
  work: UnitOfWork,
  retention: Retention,
  { interfaceIds, aggregator, period }: ConfigsOf<'CONSUMPTION'>,
): Promise<Consumption> {
  const known = await interfacesById(work, interfaceIds)
  const meters = known.filter(({ category }) => CATEGORIES[category].kind === 'COUNTER')
  const timeZone = orNotFound(meters[0]).timeZone
  const interfaces = []
  for (const meter of meters) {
    const { current, previous } = periodsIn(meter.timeZone, work.now.getTime(), period)
    const buckets = await countedBuckets(work, retention, meter, current, period)
    const before = await countedBuckets(work, retention, meter, previous, period)
    interfaces.push({
      id: meter.id,
      displayName: meter.displayName,
      entity: meter.entity,
      unit: unitOf(meter.category, meter.max)?.symbol ?? '',
      decimals: decimalsOf(meter.category, meter.max),
      value: amount(aggregate(buckets, aggregator, current.to)),
      previous: amount(aggregate(before, aggregator, previous.to)),
      cost: await costOf(work, retention, meter, current),
      buckets: buckets.map(({ from, value }) => ({ from: new Date(from).toISOString(), value: amount(value) })),
    })
  }
  const { from, to } = periodsIn(timeZone, work.now.getTime(), period).current
  return {
    interfaces,
    missing: interfaceIds.length - interfaces.length,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    timeZone,
  }
}

/** Of an energy meter, by the tariff of its entity. What a public link shows has no prices. */
async function costOf(
  work: UnitOfWork,
  retention: Retention,
  { id, category, entity, timeZone }: SeenInterface,
  span: Span,
): Promise<Consumption['interfaces'][number]['cost']> {
  if (category !== 'ENERGY_METER' || work.actor.kind === 'publicLink') return null
  const { cost, currency, unpricedKWh } = await meterCost(work, retention, { id, entityId: entity.id, timeZone }, span)
  return cost === null || currency === null ? null : { amount: cost, currency, unpriced: round(unpricedKWh, 2) }
}

/** Hours are summed of 5-minute rows, since those of some zones do not begin with those of UTC. */
async function countedBuckets(
  work: UnitOfWork,
  retention: Retention,
  { id, timeZone }: SeenInterface,
  span: Span,
  period: Period,
): Promise<CountedBucket[]> {
  const resolution = period === 'DAY' ? 'FIVE_MIN' : 'DAY'
  const [{ times, values } = NO_VALUES] = await bucketValues(work, retention, { ids: [id], zone: timeZone, span, resolution })
  return sumInto(bucketsOf(timeZone, span, period), times, values)
}

/** Days of the level of a silo that are drawn. */
const SILO_DAYS = 30

/** The silo of a widget. @throws NotFound out of reach, or for another interface */
export async function siloOfWidget(
  work: UnitOfWork,
  retention: Retention,
  { interfaceId }: ConfigsOf<'SILO'>,
): Promise<SiloInfo> {
  const silo = await interfaceOf(work, interfaceId, 'SILO_WEIGHT')
  const { runOut, history } = await siloLevels(work, retention, silo, SILO_DAYS)
  const { capacity, weight } = runOut
  const percent = capacity === null || weight === null ? null : Math.min(100, Math.max(0, round((100 * weight) / capacity, 1)))
  return { ...runOut, percent, history: [...history] }
}

/** Full days of the mean of a milk counter. */
const MEAN_DAYS = 7

/** Litres of the milk counter of a widget. @throws NotFound out of reach, or for another interface */
export async function milkOfWidget(work: UnitOfWork, retention: Retention, { interfaceId }: ConfigsOf<'MILK'>): Promise<Milk> {
  const counter = await interfaceOf(work, interfaceId, 'MILK_COUNTER')
  const { id, displayName, entity, timeZone } = counter
  const now = work.now.getTime()
  const today = localDayIn(timeZone)(now)
  const spans = localDays(timeZone, today - MILK_DAYS + 1, today)
  const span = { from: spans[0]!.from, to: now }
  const [{ times, values } = NO_VALUES] = await bucketValues(work, retention, {
    ids: [id],
    zone: timeZone,
    span,
    resolution: 'DAY',
  })
  const days = sumInto(spans, times, values)
  const week = days.slice(-1 - MEAN_DAYS, -1)
  return {
    interface: { id, displayName, entity },
    unit: unitOf(counter.category, counter.max)?.symbol ?? '',
    today: amount(days.at(-1)!.value),
    yesterday: amount(days.at(-2)!.value),
    meanOf7: amount(aggregate(week, 'AVG', now)),
    days: days.map(({ value }, index) => ({
      day: dateOfDay(spans[index]!.day).toISOString().slice(0, 10),
      value: amount(value),
    })),
  }
}

async function interfaceOf(work: UnitOfWork, id: string, category: SeenInterface['category']): Promise<SeenInterface> {
  const [seen] = await interfacesById(work, [id])
  return orNotFound(seen?.category === category ? seen : undefined)
}
