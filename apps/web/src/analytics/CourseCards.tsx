import { CATEGORIES, type CategoryId } from '@steading/contract/devices/categories'
import type { EntityOverview } from '@steading/contract/entities/analytics'
import { round } from '@steading/contract/round'
import { quantity, signed } from '@steading/locales/format'
import { useMemo } from 'react'
import { categoryName } from '../interfaces/index.ts'
import { useText } from '../platform/texts.tsx'
import type { Pane } from '../ui/chart/draw/lines.ts'
import { TimeChart } from '../ui/chart/TimeChart.tsx'
import { Card } from '../ui/page/Card.tsx'
import { type Figure, FigureTable } from './FigureTable.tsx'

interface Overview {
  readonly resolution: 'HOUR' | 'DAY'
  readonly entities: readonly EntityOverview[]
}

/** The series of an entity, by its place among the chosen ones. */
export const seriesOf = (index: number) => index + 1

/** The lines of the entities that have values. */
function paneOf(
  { entities }: Overview,
  courseOf: (entity: EntityOverview) => { readonly times: readonly number[]; readonly values: readonly number[] },
  category: CategoryId,
  shape?: 'bar',
): Pane {
  const { unit, decimals } = CATEGORIES[category]
  return {
    unit: unit?.symbol ?? '',
    decimals,
    lines: entities.flatMap((overview, index) => {
      const { times, values } = courseOf(overview)
      if (times.length === 0) return []
      return [{ name: overview.entity.displayName, times, values, series: seriesOf(index), ...(shape && { shape }) }]
    }),
  }
}

/** First and last moment of the lines. */
function rangeOf({ lines }: Pane): readonly [number, number] {
  const times = lines.flatMap(line => [line.times[0] ?? 0, line.times.at(-1) ?? 0])
  return [Math.min(...times), Math.max(...times)]
}

/** The lines of a pane; `empty`: what is said where there are none. */
export function Course({ title, pane, empty }: { title: string; pane: Pane; empty: string }) {
  const panes = useMemo(() => [pane], [pane])
  const range = useMemo(() => rangeOf(pane), [pane])
  if (pane.lines.length === 0) return <p className="dim">{empty}</p>
  return (
    <div className="analytics-chart">
      <TimeChart title={title} panes={panes} range={range} />
    </div>
  )
}

/** The mean of the sensors of a category at each entity. */
export function EnvironmentCard({ overview, category }: { overview: Overview; category: CategoryId }) {
  const t = useText()
  const title = t('analytics.environmentOf', { category: categoryName(category, t) })
  const pane = useMemo(() => paneOf(overview, ({ environment }) => environment, category), [overview, category])
  const { unit, decimals } = CATEGORIES[category]
  const text = (value: number | null) => quantity(value, unit?.symbol ?? '', t, decimals)
  const figures: readonly Figure<EntityOverview>[] = [
    { label: t('analytics.mean'), value: ({ environment }) => environment.mean, text },
    { label: t('analytics.min'), value: ({ environment }) => environment.min, text },
    { label: t('analytics.max'), value: ({ environment }) => environment.max, text },
    { label: t('analytics.sensors'), value: ({ environment }) => environment.interfaces, text: String },
  ]
  return (
    <Card title={title} hint={t(overview.resolution === 'HOUR' ? 'analytics.byHour' : 'analytics.byDay')}>
      <Course title={title} pane={pane} empty={t('analytics.nothingMeasuredHere')} />
      <FigureTable title={title} rows={overview.entities} figures={figures} seriesOf={seriesOf} />
    </Card>
  )
}

/** What the meters of a category counted at each entity, beside the range before. */
export function ConsumptionCard({ overview, meter }: { overview: Overview; meter: CategoryId }) {
  const t = useText()
  const title = t('analytics.consumptionOf', { category: categoryName(meter, t) })
  const pane = useMemo(() => paneOf(overview, ({ consumption }) => consumption, meter), [overview, meter])
  const { unit } = CATEGORIES[meter]
  const text = (value: number | null) => quantity(value, unit?.symbol ?? '', t, 0)
  const figures: readonly Figure<EntityOverview>[] = [
    { label: t('analytics.total'), value: ({ consumption }) => consumption.total, text },
    { label: t('analytics.before'), value: ({ consumption }) => consumption.previous, text },
    {
      label: t('analytics.change'),
      value: ({ consumption: { total, previous } }) =>
        total === null || previous === null || previous === 0 ? null : round((100 * (total - previous)) / previous, 1),
      text: value => (value === null ? quantity(null, '%', t) : `${signed(value, t, 1)} %`),
    },
    { label: t('analytics.meters'), value: ({ consumption }) => consumption.interfaces, text: String },
  ]
  return (
    <Card title={title} hint={t(overview.resolution === 'HOUR' ? 'analytics.byHour' : 'analytics.byDay')}>
      <Course title={title} pane={pane} empty={t('analytics.nothingMeasuredHere')} />
      <FigureTable title={title} rows={overview.entities} figures={figures} seriesOf={seriesOf} />
    </Card>
  )
}
