import type { Task } from '@steading/contract/tasks/tasks'
import type { MappedEntity } from '@steading/contract/entities/entities'
import type { RuleGroup } from '@steading/contract/entities/groups'
import type { Event } from '@steading/contract/events/events'
import type { Batch } from '@steading/contract/production/batches'
import { KPI_NAMES, type KpiName, type Kpis, NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { Terminal } from '@steading/contract/devices/terminals'
import type { Rule } from '@steading/contract/rules/rules'
import type { Forecast, WeatherDay } from '@steading/contract/widgets/weather'
import {
  type AnimalsByWeight,
  type BatchEvolution,
  type MortalityByCause,
  WEIGHT_GROUPS,
} from '@steading/contract/widgets/widgetData'

export const house = { id: '3', name: 'House 2', displayName: 'Farm | House 2', type: 'SECTOR' } as const
const farm = { id: '2', name: 'Farm', displayName: 'Farm', type: 'FARM' } as const
const at = '2026-05-04T03:04:00.000Z'

export const sampleTask: Task = {
  id: '31',
  title: 'Clean the drinkers',
  entity: house,
  batch: { id: '12', code: 'LAQPL-2603' },
  template: null,
  assignees: [{ userId: '5', shortName: 'M. Silva' }],
  priority: 'MAJOR',
  status: 'TODO',
  startDate: null,
  dueDate: '2026-05-03T08:00:00.000Z',
  overdue: true,
  checklist: [{ text: 'North line', done: false, by: null, at: null }],
  requiresApproval: false,
  approvedBy: null,
  timeZone: 'Europe/Lisbon',
  version: 1,
  createdBy: null,
  creationTimestampUtc: '2026-05-01T08:00:00.000Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
}

export const sampleBatch: Batch = {
  id: '12',
  code: 'LAQPL-2603',
  complexCode: 'LAQPL-2603/2',
  productionClass: null,
  species: {
    value: 'BROILER',
    translations: {
      'pt-PT': 'Frangos',
      'en-US': 'Broilers',
      'es-ES': 'Pollos',
      'fr-FR': 'Poulets',
      'de-DE': 'Masthähnchen',
      'el-GR': 'Κοτόπουλα',
    },
  },
  productionType: { id: 2, mode: 'ALL_IN_ALL_OUT', subMode: 'FATTENING', maxBalance: 0 },
  genetics: null,
  productionCurve: null,
  usableArea: 1200,
  targetWeight: 2.4,
  numberAnimals: 24_310,
  totalEntry: 25_000,
  totalExit: 0,
  totalExitPending: 0,
  totalMortality: 690,
  batchAge: 28,
  firstEntry: '2026-04-06T00:00:00.000Z',
  dayOne: '2026-04-06',
  entity: house,
  status: 'OPEN',
  openDate: '2026-04-06T08:00:00.000Z',
  closeDate: null,
  timeZone: 'Europe/Lisbon',
  version: 1,
  createdBy: null,
  creationTimestampUtc: at,
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
}

export const sampleKpis = (more: Partial<Kpis> = {}): Kpis => ({
  asOf: at,
  isWeightEstimated: false,
  feedDays: { measured: 0, total: 0 },
  waterDays: { measured: 0, total: 0 },
  ...(Object.fromEntries(KPI_NAMES.map(name => [name, NOT_COMPUTABLE])) as Record<KpiName, number>), // safe: all of them
  ...more,
})

export const sampleEvent: Event = {
  id: '9',
  title: 'Too warm in house 2',
  severityLevel: 'CRITICAL',
  status: 'OPEN',
  category: 'CLIMATE',
  cause: 'UNKNOWN',
  finding: null,
  origin: 'AUTOMATIC',
  entity: house,
  batch: null,
  ruleId: null,
  ruleName: null,
  openDate: at,
  closeDate: null,
  createdBy: null,
  closedBy: null,
  takenUp: null,
  lasting: null,
  latestOccurrenceTimestampUtc: null,
  notificationCounter: 0,
  past: false,
  version: 1,
}

export const sampleRule: Rule = {
  id: '31',
  displayName: 'Fans by temperature',
  kind: 'CONTROL',
  template: 'PROPORTIONAL',
  rootEntity: farm,
  sector: house,
  terminal: { id: '1', displayName: 'Box 1', timeZone: 'Europe/Lisbon', connected: true, retired: false },
  status: 'ENABLED',
  deploymentStatus: 'DEPLOYED',
  deploymentMessage: null,
  ruleVersion: 4,
  runningVersion: 4,
  isSystemRule: false,
  ruleGroups: [],
  lastUpdateTimestampUtc: at,
  version: 1,
}

export const sampleTerminal: Terminal = {
  id: '1',
  displayName: 'Box 1',
  uid: 'box-1',
  profile: 'FC-SMARTBOX-1',
  rootEntity: farm,
  provisionStatus: 'PROVISIONED',
  connected: true,
  lastCommunicationTimestampUtc: at,
  timeOut: 300,
  timeZone: 'Europe/Lisbon',
  interfaceCount: 24,
  version: 1,
}

export const sampleGroup = (id: string, displayName: string, errorRules: number): RuleGroup => ({
  id,
  displayName,
  entity: farm,
  rules: 12 + errorRules,
  counts: { activeRules: 9, errorRules, undeployedRules: 2, pendingRules: 1 },
  lastUpdateTimestampUtc: at,
  version: 1,
})

export const sampleDeaths = (counts: readonly (readonly [name: string | null, count: number])[]): MortalityByCause => {
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  return {
    total,
    batches: 3,
    causes: counts.map(([name, count], index) => ({
      reason: name === null ? null : { id: String(index + 1), displayName: name },
      count,
      share: (100 * count) / total,
    })),
  }
}

const weights = (counts: readonly number[]) => WEIGHT_GROUPS.map(([from, to], index) => ({ from, to, count: counts[index] ?? 0 }))
export const sampleWeights = (total: number): AnimalsByWeight => ({
  total,
  groups: weights(total === 0 ? [] : [12, 84, 370, 141, 22]),
  farms:
    total === 0
      ? []
      : [
          { farm, total: 400, groups: weights([8, 44, 240, 90, 18]) },
          {
            farm: { ...farm, id: '7', name: 'Quinta Nova', displayName: 'Quinta Nova' },
            total: 229,
            groups: weights([4, 40, 130, 51, 4]),
          },
        ],
})

export const sampleEvolution = (more: Partial<BatchEvolution> = {}): BatchEvolution => ({
  batch: { id: '12', code: 'LAQPL-2603', entity: house },
  kpi: 'AVERAGE_WEIGHT',
  points: Array.from({ length: 29 }, (_, age) => ({
    age,
    day: new Date(Date.parse('2026-04-06') + age * 86_400_000).toISOString().slice(0, 10),
    value: age % 7 === 0 ? 0.042 + 0.0021 * age * age : null,
    curve: 0.042 + 0.002 * age * age,
  })),
  ...more,
})

const weatherDay = (index: number, more: Partial<WeatherDay> = {}): WeatherDay => ({
  day: `2026-05-0${1 + index}`,
  pictogram: (['CLEAR', 'PARTLY_CLOUDY', 'RAIN', 'THUNDERSTORM', 'FOG', 'SNOW', 'SHOWERS'] as const)[index]!,
  temperatureMax: 24 + index,
  temperatureMin: 11 + index,
  windSpeed: 12 + 3 * index,
  windGust: 30 + 3 * index,
  windDirection: 45 * index,
  uvIndex: 6,
  relativeHumidity: 62,
  precipitation: index * 1.4,
  precipitationProbability: 10 * index,
  rainSPOT: null,
  pressure: 1016,
  ...more,
})
export const sampleForecast = (count = 7, more: Partial<WeatherDay> = {}, fetchedUtc = new Date().toISOString()): Forecast => ({
  provider: 'OPEN_METEO',
  fetchedUtc,
  days: Array.from({ length: count }, (_, index) => weatherDay(index, more)),
})

const mapped = (
  id: string,
  name: string,
  latitude: number,
  longitude: number,
  more: Partial<MappedEntity> = {},
): MappedEntity => ({
  id,
  name,
  displayName: name,
  type: 'FARM',
  parentId: '1',
  status: 'ACTIVE',
  latitude,
  longitude,
  hasPlaceAbove: false,
  areaBoundaries: null,
  worst: null,
  dashboard: null,
  ...more,
})
export const sampleMap: readonly MappedEntity[] = [
  mapped('2', 'Lezíria', 39.2, -8.6, { worst: 'CRITICAL', dashboard: { id: '77', displayName: 'Lezíria' } }),
  mapped('7', 'Quinta Nova', 38.6, -7.9, { worst: 'MODERATE' }),
  mapped('8', 'Monte', 40.6, -8.4),
  mapped('9', 'Paul', 41.3, -8.0, { worst: 'LOW' }),
  mapped('10', 'Paul de Baixo', 41.31, -8.01, { worst: 'MAJOR' }),
]
