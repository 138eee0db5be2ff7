import type { FarmHistory, RankedBatch } from '@steading/contract/production/batchFigures'
import type { AccumulatedConsumption, BatchForecast, EvolutionPoint, KpiName, Kpis } from '@steading/contract/production/figures'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { isPoultry, speciesRoot } from '@steading/contract/production/species'
import { medianOf } from '@steading/production/history'
import type { Line, Pane } from '../../ui/chart/draw/lines.ts'
import { ageLine } from '../ageLine.ts'
import { isKpiOf, KPI_KINDS, KPI_ORDER, shownKpi } from '@steading/locales/kpis'

/** A batch among those that are compared. */
export interface ComparedBatch {
  readonly batch: RankedBatch
  /** Its colour in every chart. */
  readonly series: number
  /** Undefined: not known yet, or not computable. */
  readonly kpis: Kpis | undefined
}

/** Colours that no batch has. */
const CURVE_SERIES = 7
const FARM_SERIES = 8

/** Ids of compared batches after rows were ticked or unticked: the order stays, what is too much is not added, one stays at least. */
export function compareIds(before: readonly string[], ticked: ReadonlySet<string>, most: number): readonly string[] {
  const remaining = before.filter(id => ticked.has(id))
  const added = [...ticked].filter(id => !before.includes(id))
  const next = [...remaining, ...added].slice(0, most)
  return next.length > 0 ? next : before.slice(0, 1)
}

/** Batches that are compared before anybody has chosen: the first of a ranking, of one species. */
export function firstCompared(ranked: readonly RankedBatch[], most: number): readonly string[] {
  const root = ranked[0] && speciesRoot(ranked[0].species.value)
  return ranked
    .filter(({ species }) => speciesRoot(species.value) === root)
    .slice(0, most)
    .map(({ id }) => id)
}

/** The best direction of a KPI comes first. */
export const bestFirst = (name: KpiName): 'ASC' | 'DESC' => (KPI_KINDS[name].better === 'LOW' ? 'ASC' : 'DESC')

/** KPIs that one of the batches may have, and whose value is known of one. */
export const knownKpis = (compared: readonly ComparedBatch[]): readonly KpiName[] =>
  KPI_ORDER.filter(name =>
    compared.some(({ batch, kpis }) => isKpiOf(name, batch.species.value) && kpis !== undefined && kpis[name] !== NOT_COMPUTABLE),
  )

/** The batch with the best value of a KPI; undefined if neither direction is better, or no batch is ahead of another. */
export function bestBatch(compared: readonly ComparedBatch[], name: KpiName): string | undefined {
  const { better } = KPI_KINDS[name]
  const known = compared.filter(({ kpis }) => kpis && kpis[name] !== NOT_COMPUTABLE)
  if (!better || known.length < 2) return undefined
  const sign = better === 'LOW' ? 1 : -1
  const [best, next] = known.toSorted((a, b) => sign * (a.kpis![name] - b.kpis![name])) // safe: just filtered
  return best!.kpis![name] === next!.kpis![name] ? undefined : best!.batch.id // safe: there are two
}

/**
 * Is a figure of a batch comparable with those of closed ones? An open batch has not grown up yet: only its distance from the curve
 * is. Figures without a better direction are not compared.
 */
export const isComparable = (name: KpiName, { status }: Pick<RankedBatch, 'status'>): boolean =>
  name === 'curveDeviation' || (status === 'CLOSED' && KPI_KINDS[name].better !== undefined)

/** The median of the farm's closed batches other than the batch itself; null without any. */
export function farmMedian(histories: readonly FarmHistory[], batchId: string, name: KpiName): number | null {
  const history = histories.find(({ batchIds }) => batchIds.includes(batchId))
  const others = history?.closed.filter(({ batch }) => batch.id !== batchId) ?? []
  return medianOf(
    others.map(({ kpis }) => kpis),
    name,
  )
}

/** Each curve once, by the batch that reaches farthest along it. */
function curveLines<P>(
  batches: readonly { readonly batch: RankedBatch; readonly points: readonly P[] }[],
  age: (point: P) => number | null,
  value: (point: P) => number | null,
): readonly Line[] {
  const curves = new Map<string, Line>()
  for (const { batch, points } of batches) {
    const curve = batch.productionCurve
    if (!curve) continue
    const line = ageLine(points, age, value)
    const before = curves.get(curve.id)
    if (line.times.length > (before?.times.length ?? 0))
      curves.set(curve.id, { name: curve.displayName, ...line, series: CURVE_SERIES, dashed: true })
  }
  return [...curves.values()]
}

const isDrawn = ({ times }: Line) => times.length > 0
const drawnPanes = (panes: readonly Pane[]) => panes.filter(({ lines }) => lines.length > 0)

export type Growth = ComparedBatch & {
  readonly points: readonly EvolutionPoint[]
  /** Undefined: not known yet. */
  readonly forecast?: BatchForecast | undefined
}

/** Weights by age beside the curves, with the forecast of open batches, and how far each weighing is from its curve. */
export function growthPanes(
  growths: readonly Growth[],
  curveName: string,
  forecastName: (code: string) => string,
): readonly Pane[] {
  const inGrams = growths.every(({ batch }) => isPoultry(batch.species.value))
  const scaled = (kg: number | null) => (kg !== null && inGrams ? kg * 1000 : kg)
  const age = (point: EvolutionPoint) => point.age
  const deviation = ({ weight, curveWeight }: EvolutionPoint) =>
    weight === null || curveWeight === null ? null : (100 * (weight - curveWeight)) / curveWeight
  const linesOf = (value: (point: EvolutionPoint) => number | null) =>
    growths
      .map(({ batch, series, points }): Line => ({ name: batch.code, ...ageLine(points, age, value), series, subject: true }))
      .filter(isDrawn)
  const weights = linesOf(point => scaled(point.weight))
  const deviations = linesOf(deviation).map(line => ({ ...line, unlisted: true }))
  const curves = curveLines(growths, age, point => scaled(point.curveWeight))
  const forecasts = growths
    .map(({ batch, series, forecast }): Line => {
      const ahead = forecast?.points ?? []
      return {
        name: forecastName(batch.code),
        times: ahead.map(point => point.age),
        values: ahead.map(point => scaled(point.weight)),
        low: ahead.map(point => scaled(point.low)),
        high: ahead.map(point => scaled(point.high)),
        series,
        dashed: true,
        unlisted: true,
      }
    })
    .filter(isDrawn)
  return drawnPanes([
    { unit: inGrams ? 'g' : 'kg', decimals: inGrams ? 0 : 1, min: 0, share: 2, lines: [...weights, ...curves, ...forecasts] },
    { unit: '%', decimals: 1, lines: deviations, limits: [{ value: 0, words: curveName, tone: 'ink-3' }] },
  ])
}

export type Totals = ComparedBatch & { readonly points: readonly AccumulatedConsumption[] }

/** What an animal ate or drank so far, by age, beside the curves. */
export function perAnimalPanes(totals: readonly Totals[], unit: string): readonly Pane[] {
  const age = (point: AccumulatedConsumption) => point.age
  const measured = totals.filter(({ points }) => points.some(({ total }) => total !== null && total > 0))
  const lines = measured
    .map(({ batch, series, points }): Line => ({
      name: batch.code,
      ...ageLine(points, age, point => point.perAnimal),
      series,
      subject: true,
    }))
    .filter(isDrawn)
  const curves = curveLines(measured, age, point => point.curvePerAnimal)
  return drawnPanes([{ unit, decimals: 2, min: 0, lines: lines.length > 0 ? [...lines, ...curves] : [] }])
}

/** A KPI of the closed batches of each farm by their closing, and of each compared batch where it stands. */
export function historyPanes(
  histories: readonly FarmHistory[],
  compared: readonly ComparedBatch[],
  name: KpiName,
  farmName: (history: FarmHistory) => string,
): readonly Pane[] {
  const known = ({ kpis }: { readonly kpis: Kpis | undefined }) => kpis !== undefined && kpis[name] !== NOT_COMPUTABLE
  const species = compared.every(({ batch }) => isPoultry(batch.species.value)) ? 'CHICKEN' : 'PIG'
  const { unit, decimals } = shownKpi(name, 0, species)
  const value = (kpis: Kpis) => shownKpi(name, kpis[name], species).value
  const farms = histories.map((history): Line => {
    const closed = history.closed.filter(known).toReversed()
    return {
      name: farmName(history),
      times: closed.map(({ closeDate }) => Date.parse(closeDate)),
      values: closed.map(({ kpis }) => value(kpis)),
      notes: closed.map(({ batch }) => batch.code),
      series: FARM_SERIES,
    }
  })
  const points = compared.filter(known).map(({ batch, series, kpis }): Line => ({
    name: batch.code,
    times: [Date.parse(kpis!.asOf)], // safe: just filtered
    values: [value(kpis!)],
    series,
    subject: true,
  }))
  if (!farms.some(isDrawn)) return []
  return [{ unit, decimals, lines: [...farms.filter(isDrawn), ...points] }]
}
