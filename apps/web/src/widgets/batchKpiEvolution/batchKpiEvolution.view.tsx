import type { EVOLUTION_KPIS } from '@steading/contract/widgets/types/batches/batchKpiEvolution'
import type { BatchEvolution } from '@steading/contract/widgets/widgetData'
import type { TextKey, Translate } from '@steading/locales/text'
import { useMemo } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { AgeChart } from '../../ui/chart/AgeChart.tsx'
import type { Pane } from '../../ui/chart/draw/lines.ts'
import { ContentLink } from '../ContentLink.tsx'
import { FetchedBody } from '../FetchedBody.tsx'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import './batchKpiEvolution.css'

type Kpi = (typeof EVOLUTION_KPIS)[number]
const kinds = {
  AVERAGE_WEIGHT: { label: 'movement.average', unit: 'kg', decimals: 2 },
  MORTALITY: { label: 'kpi.mortality', unit: '%', decimals: 2 },
  DAILY_FEED: { label: 'widget.option.kpi.DAILY_FEED', unit: 'kg', decimals: 1 },
  DAILY_WATER: { label: 'widget.option.kpi.DAILY_WATER', unit: 'L', decimals: 0 },
  TOTAL_FEED: { label: 'kpi.feed', unit: 'kg', decimals: 0 },
  TOTAL_WATER: { label: 'kpi.water', unit: 'L', decimals: 0 },
} as const satisfies Record<Kpi, { label: TextKey; unit: string; decimals: number }>

/** The figure by age, and its curve where one is asked for and known; empty without a value. */
export function evolutionPanes(
  { kpi, points }: Pick<BatchEvolution, 'kpi' | 'points'>,
  withCurve: boolean,
  t: Translate,
): readonly Pane[] {
  const { label, unit, decimals } = kinds[kpi]
  if (points.every(point => point.value === null && point.curve === null)) return []
  // Animals are weighed now and then: the line goes from weighing to weighing, where other figures break it.
  const known = kpi === 'AVERAGE_WEIGHT' ? points.filter(point => point.value !== null) : points
  const curve = points.map(point => point.curve)
  const hasCurve = withCurve && curve.some(value => value !== null)
  return [
    {
      unit,
      decimals,
      lines: [
        {
          name: t(label),
          times: known.map(point => point.age),
          values: known.map(point => point.value),
          series: 1,
          subject: true,
        },
        ...(hasCurve
          ? [{ name: t('curve.one'), times: points.map(point => point.age), values: curve, series: 2, dashed: true }]
          : []),
      ],
    },
  ]
}

/** BATCH_KPI_EVOLUTION: a figure of a batch by the age of its animals. */
export default function BatchKpiEvolutionView({ widget, configs }: WidgetProps<'BATCH_KPI_EVOLUTION'>) {
  const t = useText()
  const source = useSource()
  const query = useMemo(() => source.batchEvolution(widget), [source, widget])
  const name = configs.title ?? t(kinds[configs.kpi].label)
  return (
    <Widget name={name}>
      <FetchedBody query={query} permission="batches.read" waiting={<div className="evolution-place chart sk" />}>
        {evolution => <Evolution name={name} evolution={evolution} withCurve={configs.curve} />}
      </FetchedBody>
    </Widget>
  )
}

function Evolution({ name, evolution, withCurve }: { name: string; evolution: BatchEvolution; withCurve: boolean }) {
  const t = useText()
  const panes = useMemo(() => evolutionPanes(evolution, withCurve, t), [evolution, withCurve, t])
  const { batch } = evolution
  if (!batch) return <WidgetNote>{t('widget.noOpenBatch')}</WidgetNote>
  return (
    <div className="evolution">
      <p className="w-lead">
        <ContentLink href={to('/production/batches/{batchId}/details', { batchId: batch.id })}>{batch.code}</ContentLink>{' '}
        <span className="dim">{batch.entity.displayName}</span>
      </p>
      {panes.length === 0 ? (
        <WidgetNote>{t('widget.evolution.none')}</WidgetNote>
      ) : (
        <AgeChart title={`${name} ${batch.code}`} name={t('curve.age')} panes={panes} />
      )}
    </div>
  )
}
