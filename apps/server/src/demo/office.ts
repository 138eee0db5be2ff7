import type { WidgetTypeName } from '@steading/contract/widgets/widgets'

/** A widget of a demo dashboard for the desk: its configuration names interfaces by path, and entities and groups by what they are. */
export interface OfficeWidget {
  readonly type: WidgetTypeName
  readonly place: readonly [x: number, y: number, w: number, h: number]
  readonly configs: Readonly<Record<string, unknown>>
}

/** What the configurations of a dashboard for pigs may name. */
export interface PigOfficeSubjects {
  /** The id of an interface of the room. */
  readonly interfaceAt: (path: string) => string
  readonly room: string
  readonly enterprise: string
  readonly milkId: string
}

/** What the configurations of a dashboard may name. */
export interface OfficeSubjects {
  /** The id of an interface of the house. */
  readonly interfaceAt: (path: string) => string
  readonly house: string
  readonly farm: string
  readonly enterprise: string
  readonly groupIds: readonly string[]
}

/** The town of the farm. */
const CITY = { name: 'Santarém', region: 'Santarém', country: 'Portugal', latitude: 39.2333, longitude: -8.6833 }

/** A dashboard for the desk that shows every kind of widget of a broiler farm. */
export const broilerOffice = ({ interfaceAt, house, farm, enterprise, groupIds }: OfficeSubjects): readonly OfficeWidget[] => [
  { type: 'TITLE', place: [0, 0, 12, 1], configs: { text: 'Broilers', position: 'LEFT', line: true } },
  {
    type: 'SCORE_CARD',
    place: [0, 1, 3, 1],
    configs: {
      title: 'Water today',
      source: 'INTERFACE',
      interfaceId: interfaceAt('water'),
      aggregate: 'SUM',
      period: 'DAY',
      better: 'HIGHER',
    },
  },
  {
    type: 'SCORE_CARD',
    place: [3, 1, 3, 1],
    configs: { title: 'Feed conversion', source: 'BATCH', entityId: house, kpi: 'feedConversion', target: 1.55, better: 'LOWER' },
  },
  { type: 'COUNTER', place: [6, 1, 3, 1], configs: { type: 'EVENTS', entityIds: [enterprise], status: 'OPEN' } },
  { type: 'COUNTER', place: [9, 1, 3, 1], configs: { type: 'RULES', entityIds: [farm], deploymentStatus: ['DEPLOYED'] } },
  {
    type: 'SIMPLE_BATCH_INFO',
    place: [0, 2, 3, 2],
    configs: { option: 'MORTALITY', entityIds: [enterprise], species: [], time: 'LAST_YEAR' },
  },
  {
    type: 'SIMPLE_BATCH_INFO',
    place: [3, 2, 3, 2],
    configs: { option: 'CONVERSION_INDEX', entityIds: [enterprise], species: [], time: 'LAST_YEAR' },
  },
  { type: 'SIMPLE_BATCH_INFO', place: [6, 2, 3, 2], configs: { option: 'OPEN', entityIds: [enterprise], species: [] } },
  {
    type: 'COMPLEX_CHART',
    place: [0, 4, 6, 3],
    configs: {
      title: 'Temperature and humidity',
      interfaceIds: [interfaceAt('temperature/average'), interfaceAt('humidity')],
      hours: 168,
      chartType: 'AREA',
      axes: 'SHARED',
      resolution: 'HOUR',
      comparison: 'WEEK_BEFORE',
      events: true,
    },
  },
  { type: 'BATCH_KPI_EVOLUTION', place: [6, 4, 6, 3], configs: { entityId: house, kpi: 'AVERAGE_WEIGHT', curve: true } },
  { type: 'SILO', place: [0, 7, 6, 2], configs: { interfaceId: interfaceAt('silo') } },
  { type: 'CONSUMPTION', place: [6, 7, 6, 2], configs: { interfaceIds: [interfaceAt('water')], period: 'WEEK' } },
  { type: 'MAP', place: [0, 9, 6, 4], configs: { entityId: enterprise } },
  { type: 'MORTALITY_BY_CAUSE', place: [6, 9, 3, 4], configs: { entityIds: [enterprise] } },
  { type: 'ANIMAL_WEIGHT', place: [9, 9, 3, 4], configs: { mode: 'TOTALS', entityIds: [] } },
  {
    type: 'REGRESSION_CHART',
    place: [0, 13, 5, 3],
    configs: { x: interfaceAt('temperature/average'), y: interfaceAt('humidity'), hours: 168, resolution: 'HOUR' },
  },
  {
    type: 'MULTIPLE_INTERFACES',
    place: [5, 13, 4, 3],
    configs: { entityId: house, categories: ['TEMPERATURE', 'HUMIDITY', 'CO2'] },
  },
  { type: 'RULE_GROUPS', place: [9, 13, 3, 3], configs: { groupIds } },
  {
    type: 'WEATHER',
    place: [0, 16, 12, 2],
    configs: { city: CITY, days: 7, info: ['pictogram', 'temperatureMax', 'temperatureMin'] },
  },
  {
    type: 'STICKY_NOTE',
    place: [9, 2, 3, 2],
    configs: { title: 'This week', text: 'Thursday: catcher at 22:00.\nFriday: disinfection of house 3.' },
  },
  { type: 'SIMPLE_SEARCH_TABLE', place: [0, 18, 12, 3], configs: { subject: 'BATCHES', entityId: enterprise, status: 'OPEN' } },
]

/** A dashboard for the desk of an enterprise with pigs and a dairy herd. */
export const pigOffice = ({ interfaceAt, room, enterprise, milkId }: PigOfficeSubjects): readonly OfficeWidget[] => [
  { type: 'TITLE', place: [0, 0, 12, 1], configs: { text: 'Pigs and milk', position: 'LEFT', line: true } },
  {
    type: 'SCORE_CARD',
    place: [0, 1, 3, 1],
    configs: {
      title: 'Water today',
      source: 'INTERFACE',
      interfaceId: interfaceAt('water'),
      aggregate: 'SUM',
      period: 'DAY',
      better: 'HIGHER',
    },
  },
  {
    type: 'SCORE_CARD',
    place: [3, 1, 3, 1],
    configs: { title: 'Feed conversion', source: 'BATCH', entityId: room, kpi: 'feedConversion', target: 2.5, better: 'LOWER' },
  },
  { type: 'COUNTER', place: [6, 1, 3, 1], configs: { type: 'EVENTS', entityIds: [enterprise], status: 'OPEN' } },
  { type: 'COUNTER', place: [9, 1, 3, 1], configs: { type: 'RULES', entityIds: [enterprise], deploymentStatus: ['DEPLOYED'] } },
  { type: 'BATCH_KPI_EVOLUTION', place: [0, 2, 6, 3], configs: { entityId: room, kpi: 'AVERAGE_WEIGHT', curve: true } },
  { type: 'MILK', place: [6, 2, 6, 3], configs: { interfaceId: milkId } },
  { type: 'SILO', place: [0, 5, 6, 2], configs: { interfaceId: interfaceAt('silo') } },
  { type: 'CONSUMPTION', place: [6, 5, 6, 2], configs: { interfaceIds: [interfaceAt('water')], period: 'WEEK' } },
  { type: 'MORTALITY_BY_CAUSE', place: [0, 7, 4, 3], configs: { entityIds: [enterprise] } },
  { type: 'ANIMAL_WEIGHT', place: [4, 7, 4, 3], configs: { mode: 'TOTALS', entityIds: [enterprise] } },
  {
    type: 'MULTIPLE_INTERFACES',
    place: [8, 7, 4, 3],
    configs: { entityId: room, categories: ['TEMPERATURE', 'HUMIDITY', 'CO2', 'NH3'] },
  },
  { type: 'SIMPLE_SEARCH_TABLE', place: [0, 10, 12, 3], configs: { subject: 'BATCHES', entityId: enterprise, status: 'OPEN' } },
]

/** What the configurations of a dashboard of a dairy herd may name. */
export interface DairySubjects {
  /** The id of an interface of the farm's box. */
  readonly interfaceAt: (path: string) => string
  readonly farm: string
}

/** The default dashboard of a farm with a dairy herd: milk, and the weather that the cows give less in. */
export const dairyBoard = ({ interfaceAt, farm }: DairySubjects): readonly OfficeWidget[] => [
  {
    type: 'SCORE_CARD',
    place: [0, 0, 3, 1],
    configs: {
      title: 'Milk of the week',
      source: 'INTERFACE',
      interfaceId: interfaceAt('farm/milk'),
      aggregate: 'SUM',
      period: 'WEEK',
      better: 'HIGHER',
    },
  },
  { type: 'COUNTER', place: [3, 0, 3, 1], configs: { type: 'EVENTS', entityIds: [farm], status: 'OPEN' } },
  { type: 'MILK', place: [6, 0, 6, 3], configs: { interfaceId: interfaceAt('farm/milk') } },
  { type: 'DIRECT_VALUE', place: [0, 1, 3, 1], configs: { interfaceId: interfaceAt('outside/temperature') } },
  { type: 'DIRECT_VALUE', place: [3, 1, 3, 1], configs: { interfaceId: interfaceAt('outside/humidity') } },
  {
    type: 'COMPLEX_CHART',
    place: [0, 3, 6, 3],
    configs: {
      title: 'Outside temperature and humidity',
      interfaceIds: [interfaceAt('outside/temperature'), interfaceAt('outside/humidity')],
      hours: 168,
      chartType: 'LINE',
      axes: 'SHARED',
      resolution: 'HOUR',
      comparison: 'NONE',
      events: true,
    },
  },
  { type: 'CONSUMPTION', place: [6, 3, 6, 3], configs: { interfaceIds: [interfaceAt('farm/milk')], period: 'WEEK' } },
  { type: 'DIRECT_VALUE', place: [0, 2, 3, 1], configs: { interfaceId: interfaceAt('outside/wind') } },
  { type: 'DIRECT_VALUE', place: [3, 2, 3, 1], configs: { interfaceId: interfaceAt('outside/rain') } },
  { type: 'DIRECT_VALUE', place: [0, 6, 6, 1], configs: { interfaceId: interfaceAt('farm/mains') } },
  { type: 'DIRECT_VALUE', place: [0, 7, 6, 1], configs: { interfaceId: interfaceAt('farm/generator') } },
  {
    type: 'WEATHER',
    place: [6, 6, 6, 2],
    configs: { city: CITY, days: 7, info: ['pictogram', 'temperatureMax', 'temperatureMin'] },
  },
]
