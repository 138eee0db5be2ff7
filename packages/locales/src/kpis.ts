import type { BatchStatus } from '@steading/contract/production/batches'
import {
  coverageOf,
  type DayConsumption,
  type KpiName,
  type Kpis,
  type MeasuredDays,
  NOT_COMPUTABLE,
} from '@steading/contract/production/figures'
import { isPoultry, type SpeciesCode, speciesRoot } from '@steading/contract/production/species'
import { round } from '@steading/contract/round'
import { figureText } from './production.ts'
import type { TextKey, Translate } from './text.ts'

/** How a KPI is shown. */
export interface KpiKind {
  readonly label: TextKey
  readonly unit: string
  readonly decimals: number
  /** Which direction is better; absent: neither is. */
  readonly better?: 'HIGH' | 'LOW'
  /** The weight of one animal: of poultry in g. */
  readonly ofAnimal?: true
}

export const KPI_KINDS: Readonly<Record<KpiName, KpiKind>> = {
  mortality: { label: 'kpi.mortality', unit: '%', decimals: 2, better: 'LOW' },
  livability: { label: 'kpi.livability', unit: '%', decimals: 2, better: 'HIGH' },
  daysOpen: { label: 'kpi.daysOpen', unit: 'd', decimals: 0 },
  batchAge: { label: 'batch.age', unit: 'd', decimals: 0 },
  stay: { label: 'kpi.stay', unit: 'd', decimals: 1 },
  entryWeight: { label: 'kpi.entryWeight', unit: 'kg', decimals: 1, ofAnimal: true },
  currentWeight: { label: 'kpi.currentWeight', unit: 'kg', decimals: 1, ofAnimal: true },
  exitWeight: { label: 'kpi.exitWeight', unit: 'kg', decimals: 1, ofAnimal: true },
  averageDailyGain: { label: 'kpi.averageDailyGain', unit: 'g/d', decimals: 0, better: 'HIGH' },
  curveDeviation: { label: 'kpi.curveDeviation', unit: '%', decimals: 1, better: 'HIGH' },
  gain: { label: 'kpi.gain', unit: 'kg', decimals: 1 },
  feed: { label: 'kpi.feed', unit: 'kg', decimals: 1 },
  feedConversion: { label: 'kpi.feedConversion', unit: '', decimals: 2, better: 'LOW' },
  technicalConversion: { label: 'kpi.technicalConversion', unit: '', decimals: 2, better: 'LOW' },
  feedPerAnimalDay: { label: 'kpi.feedPerAnimalDay', unit: 'kg', decimals: 3 },
  water: { label: 'kpi.water', unit: 'L', decimals: 0 },
  waterPerAnimalDay: { label: 'kpi.waterPerAnimalDay', unit: 'L', decimals: 3 },
  waterFeedRatio: { label: 'kpi.waterFeedRatio', unit: 'L/kg', decimals: 2 },
  animalDays: { label: 'kpi.animalDays', unit: 'd', decimals: 0 },
  spacePerAnimal: { label: 'kpi.spacePerAnimal', unit: 'm²', decimals: 2 },
  animalsPerSpace: { label: 'kpi.animalsPerSpace', unit: '', decimals: 2 },
  density: { label: 'kpi.density', unit: 'kg/m²', decimals: 1 },
  epef: { label: 'kpi.epef', unit: '', decimals: 0, better: 'HIGH' },
  iep: { label: 'kpi.iep', unit: '', decimals: 0, better: 'HIGH' },
  unexplained: { label: 'kpi.unexplained', unit: '', decimals: 0, better: 'LOW' },
}
/** In the order in which they are shown. */
export const KPI_ORDER = Object.keys(KPI_KINDS) as KpiName[] // safe: the table's own keys

/** A KPI in the unit in which it is shown. */
interface ShownKpi {
  readonly value: number
  readonly unit: string
  readonly decimals: number
}

/** A value of a KPI in the unit of its species; NOT_COMPUTABLE stays. */
export function shownKpi(name: KpiName, value: number, species: SpeciesCode): ShownKpi {
  const { unit, decimals, ofAnimal } = KPI_KINDS[name]
  if (!ofAnimal || !isPoultry(species)) return { value, unit, decimals }
  return { value: value === NOT_COMPUTABLE ? value : round(value * 1000, 0), unit: 'g', decimals: 0 }
}

/** A value of a KPI for a file, with its decimals; weights of animals in kg, to the gram. Null where it is not computable. */
export const kpiCell = (name: KpiName, value: number): number | null => {
  const { decimals, ofAnimal } = KPI_KINDS[name]
  return value === NOT_COMPUTABLE ? null : round(value, ofAnimal ? 3 : decimals)
}

/** A KPI of a batch in words; – where it is not computable, or not known yet. */
export function kpiText(name: KpiName, kpis: Kpis | null | undefined, species: SpeciesCode, t: Translate): string {
  const { value, unit, decimals } = shownKpi(name, kpis?.[name] ?? NOT_COMPUTABLE, species)
  return figureText(value, unit, decimals, t)
}

/** The days that a sum was measured on; null: it is no sum of days, or not known. */
const daysOf = (name: KpiName, kpis: Kpis): MeasuredDays | null =>
  kpis[name] === NOT_COMPUTABLE ? null : name === 'feed' ? kpis.feedDays : name === 'water' ? kpis.waterDays : null

/** Days that were measured on of all that count, in words; null: on all. */
export const partText = (days: MeasuredDays, t: Translate): string | null =>
  coverageOf(days) < 1 ? t('kpi.partlyMeasured', { measured: days.measured, total: days.total }) : null

/** What limits a KPI, in words: it is estimated, or was measured on a part of the days; null: nothing does. */
export function kpiNote(name: KpiName, kpis: Kpis | null | undefined, t: Translate): string | null {
  if (!kpis) return null
  if (name === 'currentWeight' && kpis.isWeightEstimated) return t('kpi.estimated')
  const days = daysOf(name, kpis)
  return days && partText(days, t)
}

/** Is a KPI a sum of days, which may have been measured on a part of them? */
export const isSumOfDays = (name: KpiName): boolean => name === 'feed' || name === 'water'

/** The share of days that a sum was measured on, %; null: it is no sum of days, or not known. */
export function measuredShare(name: KpiName, kpis: Kpis | null | undefined): number | null {
  const days = kpis ? daysOf(name, kpis) : null
  return days && round(100 * coverageOf(days), 1)
}

/** Why the feed of a day is an estimate, in words; undefined: it is none. */
export function estimateText({ isEstimated, source }: Pick<DayConsumption, 'isEstimated' | 'source'>, t: Translate) {
  if (!isEstimated) return undefined
  return t(source === 'STOCK' ? 'kpi.stockEstimated' : 'kpi.feedEstimated')
}

/** The weight of one animal (kg) in words: of poultry in g; – where it is not computable. */
export function animalWeightText(kg: number, species: SpeciesCode, t: Translate): string {
  const { value, unit, decimals } = shownKpi('currentWeight', kg, species)
  return figureText(value, unit, decimals, t)
}

/** Does a species have the KPI? The indexes are of poultry or of pigs. */
export const isKpiOf = (name: KpiName, species: SpeciesCode): boolean =>
  name === 'epef' ? isPoultry(species) : name === 'iep' ? speciesRoot(species) === 'PIG' : true

/** Shown among the totals of a batch. */
const IN_TOTALS: ReadonlySet<KpiName> = new Set(['mortality', 'batchAge', 'animalDays'])

/** KPIs that only an open batch has, or only a closed one: a closed batch has no animals that weigh or need space. */
const OF_STATUS: Partial<Record<KpiName, BatchStatus>> = {
  unexplained: 'CLOSED',
  currentWeight: 'OPEN',
  spacePerAnimal: 'OPEN',
  animalsPerSpace: 'OPEN',
  density: 'OPEN',
}
const OTHER = { OPEN: 'CLOSED', CLOSED: 'OPEN' } as const satisfies Record<BatchStatus, BatchStatus>

/** Every KPI that a batch has, in their order. */
export const allKpisOfBatch = (species: SpeciesCode, status: BatchStatus): readonly KpiName[] =>
  KPI_ORDER.filter(name => isKpiOf(name, species) && OF_STATUS[name] !== OTHER[status])

/** The KPIs that are shown of a batch beside its totals, in their order. */
export const kpisOfBatch = (species: SpeciesCode, status: BatchStatus): readonly KpiName[] =>
  allKpisOfBatch(species, status).filter(name => !IN_TOTALS.has(name))
