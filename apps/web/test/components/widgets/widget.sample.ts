import type { Interface } from '@steading/contract/devices/interfaces'
import type { Series } from '@steading/contract/devices/readings'
import type { Event } from '@steading/contract/events/events'
import type { Consumption, Milk, SiloInfo } from '@steading/contract/widgets/widgetData'
import { type ConfigsOf, WIDGETS, type WidgetTypeName } from '@steading/contract/widgets/widgets'
import type { WidgetData, WidgetProps } from '../../../src/widgets/view.ts'
import { sampleInterface } from '../../interface.sample.ts'

export const HOUR = 3_600_000
/** A round hour. */
export const NOW = Date.parse('2026-05-05T12:00:00.000Z')

export const air = sampleInterface({
  id: '1',
  displayName: 'Air temperature',
  unit: '°C',
  lastConvertedReading: 24.6,
  lastReadingTimestampUtc: new Date(NOW).toISOString(),
})
export const humidity = sampleInterface({
  id: '2',
  displayName: 'Humidity',
  category: 'HUMIDITY',
  unit: '%',
  decimals: 0,
  lastConvertedReading: 61,
  lastReadingTimestampUtc: new Date(NOW).toISOString(),
})
export const silo = sampleInterface({ id: '3', displayName: 'Silo 1', category: 'SILO_WEIGHT', unit: 'kg', decimals: 0 })
const known = [air, humidity, silo]

/** What a dashboard has fetched for a widget. */
export const dataOf = (interfaces: readonly Interface[] = known, more: Partial<WidgetData> = {}): WidgetData => ({
  interfaces: new Map(interfaces.map(item => [item.id, item])),
  series: new Map(),
  now: NOW,
  ...more,
})

/** The properties of a widget's view, its configuration as the contract completes it. */
export const propsOf = <T extends WidgetTypeName>(
  type: T,
  configs: object,
  more: Partial<Pick<WidgetProps<T>, 'files' | 'data' | 'widget'>> = {},
): WidgetProps<T> => ({
  widget: { id: '5' },
  files: [],
  data: dataOf(),
  configs: WIDGETS[type].schema.parse(configs) as ConfigsOf<T>, // safe: by the schema of the type
  ...more,
})

/** Series of a day by the hour, that a function makes of the hour. */
export const seriesOf = (interfaceId: string, valueAt: (hour: number) => number | null, count = 24): Series => {
  const hours = Array.from({ length: count }, (_, hour) => hour)
  return {
    interfaceId,
    resolution: 'HOUR',
    step: 3600,
    times: hours.map(hour => NOW - (count - hour) * HOUR),
    values: hours.map(valueAt),
  }
}

const day = (ago: number) => new Date(NOW - ago * 24 * HOUR).toISOString().slice(0, 10)
const daysOf = (count: number) => Array.from({ length: count }, (_, at) => count - 1 - at)

export const sampleSilo = (more: Partial<SiloInfo> = {}): SiloInfo => ({
  silo: { id: '3', displayName: 'Silo 1' },
  capacity: 12_000,
  weight: 5040,
  percent: 42,
  measuredAt: new Date(NOW).toISOString(),
  dailyUse: 812,
  daysToEmpty: 6.2,
  emptyDay: '2026-05-11',
  earliestDay: '2026-05-10',
  latestDay: '2026-05-13',
  orderDay: '2999-05-08',
  leadDays: 2,
  feedFactory: null,
  history: daysOf(14).map(ago => ({ day: day(ago), weight: ago > 8 ? 4000 + 800 * (ago - 9) : 11_000 - 700 * (8 - ago) })),
  ...more,
})

export const sampleMilk = (more: Partial<Milk> = {}): Milk => ({
  interface: { id: '4', displayName: 'Milk tank', entity: air.entity },
  unit: 'L',
  today: 812,
  yesterday: 2456,
  meanOf7: 2390,
  days: daysOf(30).map(ago => ({ day: day(ago), value: ago === 0 ? 812 : ago === 12 ? null : 2300 + 40 * ((ago * 7) % 9) })),
  ...more,
})

const meter = (id: string, displayName: string, value: number | null): Consumption['interfaces'][number] => ({
  id,
  displayName,
  entity: air.entity,
  unit: 'L',
  decimals: 0,
  value,
  previous: value === null ? null : value * 0.92,
  cost: null,
  buckets: Array.from({ length: 13 }, (_, hour) => ({
    from: new Date(NOW - (12 - hour) * HOUR).toISOString(),
    value: value === null ? null : Math.round((value / 13) * (1 + 0.6 * Math.sin(hour / 2))),
  })),
})
/** Of so many meters; `value` null: nothing was measured. */
export const sampleConsumption = (meters = 1, value: number | null = 1840): Consumption => ({
  interfaces: ['Water', 'Water drinkers', 'Water cooling', 'Feed line']
    .slice(0, meters)
    .map((name, at) => meter(String(20 + at), name, value === null ? null : value / (at + 1))),
  missing: 0,
  from: new Date(NOW - 12 * HOUR).toISOString(),
  to: new Date(NOW).toISOString(),
  timeZone: 'Europe/Lisbon',
})

export const sampleEvent = (more: Partial<Event> = {}): Event => ({
  id: '9',
  title: 'Too warm',
  severityLevel: 'MAJOR',
  status: 'CLOSED',
  category: 'CLIMATE',
  cause: 'UNKNOWN',
  finding: null,
  origin: 'AUTOMATIC',
  entity: air.entity,
  batch: null,
  ruleId: null,
  ruleName: null,
  openDate: new Date(NOW - 3 * HOUR).toISOString(),
  closeDate: null,
  createdBy: null,
  closedBy: null,
  takenUp: null,
  lasting: null,
  latestOccurrenceTimestampUtc: null,
  notificationCounter: 1,
  past: false,
  version: 1,
  ...more,
})
