import type { BatchDetails } from '@steading/contract/production/batches'
import type { BatchForecast, DayConsumption, EvolutionPoint, KpiName, Kpis } from '@steading/contract/production/figures'
import { isPoultry } from '@steading/contract/production/species'
import { quantity } from '@steading/locales/format'
import { estimateText, KPI_KINDS, kpiNote, kpisOfBatch, kpiText } from '@steading/locales/kpis'
import type { Translate } from '@steading/locales/text'
import { interpolate } from '@steading/production/curve'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { clock } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { AgeChart } from '../../ui/chart/AgeChart.tsx'
import type { Line, Pane } from '../../ui/chart/draw/lines.ts'
import { dayOf } from '../../ui/moment/zoned.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { ageLine } from '../ageLine.ts'
import { consumptionQuery, differenceQuery, evolutionQuery, forecastQuery, kpisQuery } from '../figures.queries.ts'
import { slaughterText } from '../slaughterText.ts'
import { EnvironmentCard } from './EnvironmentCard.tsx'
import { UpdateFigures } from './UpdateFigures.tsx'
import './batch.css'

/** The key figures of a batch, its growth and its consumption beside the curve, and its climate. */
export default function BatchFigures({ batch }: { batch: BatchDetails }) {
  return (
    <>
      <KpiCard batch={batch} />
      <GrowthCard batch={batch} />
      <ConsumptionCard batch={batch} />
      <EnvironmentCard id={batch.id} />
    </>
  )
}

function KpiCard({ batch }: { batch: BatchDetails }) {
  const t = useText()
  const { data: kpis, error, refetch } = useQuery(kpisQuery(batch.id))
  return (
    <Card title={t('kpi.title')} actions={<UpdateFigures batch={batch} />}>
      {kpis ? (
        <KpiFields batch={batch} kpis={kpis} />
      ) : error ? (
        <Failed what={t('kpi.failed')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons rows={4} />
      )}
    </Card>
  )
}

function KpiFields({ batch, kpis }: { batch: BatchDetails; kpis: Kpis }) {
  const t = useText()
  const species = batch.species.value
  const valueOf = (name: KpiName) => {
    const words = kpiText(name, kpis, species, t)
    const note = kpiNote(name, kpis, t)
    if (note === null) return words
    return (
      <>
        {words} <span className="dim">{note}</span>
      </>
    )
  }
  return (
    <Fields items={kpisOfBatch(species, batch.status).map(name => ({ label: t(KPI_KINDS[name].label), value: valueOf(name) }))} />
  )
}

interface GrowthNames {
  readonly weighed: string
  readonly curve: string
  readonly forecast: string
  readonly target: string
}

/** Weighings, the curve, and the forecast with its band; the curve goes on as far as the forecast. */
function growthPanes(
  { evolution, forecast }: { readonly evolution: readonly EvolutionPoint[]; readonly forecast: BatchForecast },
  { species, productionCurve, targetWeight }: BatchDetails,
  names: GrowthNames,
): readonly Pane[] {
  const poultry = isPoultry(species.value)
  const scaled = (kg: number | null) => (kg !== null && poultry ? kg * 1000 : kg)
  const age = (point: EvolutionPoint) => point.age
  const { points } = forecast
  const lastAge = evolution.at(-1)?.age ?? 0
  const details = productionCurve?.productionCurveDetails ?? []
  const ahead = points.filter(point => point.age > lastAge)
  const curve = ageLine(evolution, age, point => scaled(point.curveWeight))
  const weighed = ageLine(evolution, age, point => scaled(point.weight))
  const lines: readonly Line[] = [
    { name: names.weighed, ...weighed, series: 1, subject: true },
    {
      name: names.curve,
      times: [...curve.times, ...ahead.map(point => point.age)],
      values: [...curve.values, ...ahead.map(point => scaled(interpolate(details, point.age, 'weight')))],
      series: 2,
      dashed: true,
    },
    {
      name: names.forecast,
      times: points.map(point => point.age),
      values: points.map(point => scaled(point.weight)),
      low: points.map(point => scaled(point.low)),
      high: points.map(point => scaled(point.high)),
      series: 3,
      dashed: true,
    },
  ]
  const limits: Pane['limits'] =
    targetWeight !== null && points.length > 0 ? [{ value: scaled(targetWeight)!, words: names.target, tone: 'ink-3' }] : []
  return [
    {
      unit: poultry ? 'g' : 'kg',
      decimals: poultry ? 0 : 1,
      min: 0,
      lines: lines.filter(({ times }) => times.length > 0),
      limits,
    },
  ]
}

const NO_FORECAST: BatchForecast = { points: [], slaughter: null }

function GrowthCard({ batch }: { batch: BatchDetails }) {
  const t = useText()
  const { data: evolution } = useQuery(evolutionQuery(batch.id))
  const { data: forecast, isError } = useQuery(forecastQuery(batch.id))
  const known = forecast ?? (isError ? NO_FORECAST : undefined)
  const panes = useMemo(
    () =>
      evolution &&
      known &&
      growthPanes({ evolution, forecast: known }, batch, {
        weighed: t('kpi.weighed'),
        curve: t('curve.one'),
        forecast: t('forecast.line'),
        target: t('batch.targetWeight'),
      }),
    [evolution, known, batch, t],
  )
  // Neither weighed nor with a curve: there is nothing to draw.
  if (!panes || panes[0]!.lines.length === 0) return null
  return (
    <Card title={t('kpi.growth')} hint={known && known.points.length > 0 && t('forecast.bandHint')}>
      {known?.slaughter && <p className="growth-forecast num">{slaughterText(known.slaughter, batch.species.value, t)}</p>}
      <AgeChart title={`${t('kpi.growth')} ${batch.code}`} name={t('curve.age')} panes={panes} />
    </Card>
  )
}

interface ConsumptionNames {
  readonly feed: string
  readonly water: string
  readonly curve: string
  readonly estimate: (day: DayConsumption) => string | undefined
}

/** Feed and water of each day, each with what the curve says of the animals present: the amount less its difference. */
function consumptionPanes(
  days: readonly DayConsumption[],
  differences: readonly DayConsumption[],
  names: ConsumptionNames,
): readonly Pane[] {
  const age = (day: DayConsumption) => day.age
  const difference = new Map(differences.map(day => [day.day, day]))
  const lines = (
    name: string,
    series: number,
    amount: (day: DayConsumption) => number | null,
    note: (day: DayConsumption) => string | undefined = () => undefined,
  ): readonly Line[] => {
    const expected = (day: DayConsumption) => {
      const less = difference.get(day.day)
      const measured = amount(day)
      const deviation = less ? amount(less) : null
      return measured === null || deviation === null ? null : measured - deviation
    }
    const curve: Line = { name: `${names.curve} · ${name}`, ...ageLine(days, age, expected), series: 2, dashed: true }
    const notes = days.filter(day => day.age !== null && amount(day) !== null).map(note)
    const measured: Line = {
      name,
      ...ageLine(days, age, amount),
      series,
      subject: true,
      ...(notes.some(words => words !== undefined) && { notes }),
    }
    return [measured, curve].filter(({ times }) => times.length > 0)
  }
  const panes: readonly Pane[] = [
    {
      unit: 'kg',
      decimals: 1,
      min: 0,
      lines: lines(names.feed, 3, day => day.feedKg, names.estimate),
    },
    { unit: 'L', decimals: 0, min: 0, lines: lines(names.water, 1, day => day.waterL) },
  ]
  return panes.filter(pane => pane.lines.length > 0)
}

/** Of the running day, which the chart leaves out: beside whole days its use would seem to fall. */
function usedText({ feedKg, waterL }: DayConsumption, t: Translate): string | undefined {
  const amounts = [feedKg !== null && quantity(feedKg, 'kg', t, 1), waterL !== null && quantity(waterL, 'L', t, 0)].filter(
    Boolean,
  )
  return amounts.length > 0 ? t('kpi.todaySoFar', { amounts: amounts.join(' · ') }) : undefined
}

const NO_DIFFERENCES: readonly DayConsumption[] = []

function ConsumptionCard({ batch }: { batch: BatchDetails }) {
  const t = useText()
  const { data: days } = useQuery(consumptionQuery(batch.id))
  const { data: differences, isError } = useQuery(differenceQuery(batch.id))
  const today = batch.status === 'OPEN' ? dayOf(clock.now(), batch.timeZone) : undefined
  const running = days?.find(({ day }) => day === today)
  const known = differences ?? (isError ? NO_DIFFERENCES : undefined)
  const panes = useMemo(
    () =>
      days &&
      known &&
      consumptionPanes(
        days.filter(({ day }) => day !== today),
        known,
        {
          feed: t('curve.dailyFeed'),
          water: t('curve.dailyWater'),
          curve: t('curve.one'),
          estimate: day => estimateText(day, t),
        },
      ),
    [days, known, today, t],
  )
  if (!panes || (panes.length === 0 && !running)) return null
  return (
    <Card title={t('kpi.dailyUse')} hint={running && usedText(running, t)}>
      {panes.length > 0 && <AgeChart title={`${t('kpi.dailyUse')} ${batch.code}`} name={t('curve.age')} panes={panes} />}
    </Card>
  )
}
