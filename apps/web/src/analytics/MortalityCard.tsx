import type { EntityBatches } from '@steading/contract/entities/analytics'
import { round } from '@steading/contract/round'
import { number, quantity } from '@steading/locales/format'
import { useMemo } from 'react'
import { useText } from '../platform/texts.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Course, seriesOf } from './CourseCards.tsx'
import { type Figure, FigureTable } from './FigureTable.tsx'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Deaths of each day at each entity, as a share of the animals that were there. */
export function MortalityCard({ entities }: { entities: readonly EntityBatches[] }) {
  const t = useText()
  const title = t('analytics.mortalityByDay')
  const pane = useMemo(
    () => ({
      unit: '%',
      decimals: 2,
      min: 0,
      lines: entities.flatMap(({ entity, mortalityByDay: { times, percents } }, index) =>
        times.length === 0 ? [] : [{ name: entity.displayName, times, values: percents, series: seriesOf(index) }],
      ),
    }),
    [entities],
  )
  const percent = (value: number | null) => quantity(value, '%', t, 2)
  const figures: readonly Figure<EntityBatches>[] = [
    {
      label: t('batch.deaths'),
      value: ({ mortalityByDay: { times, deaths } }) => (times.length === 0 ? null : sum(deaths)),
      text: value => number(value, t),
    },
    {
      label: t('analytics.mean'),
      value: ({ mortalityByDay: { percents } }) => (percents.length === 0 ? null : round(sum(percents) / percents.length, 2)),
      text: percent,
    },
    {
      label: t('analytics.max'),
      value: ({ mortalityByDay: { percents } }) => (percents.length === 0 ? null : round(Math.max(...percents), 2)),
      text: percent,
    },
  ]
  return (
    <Card title={title} hint={t('analytics.mortalityHint')}>
      <Course title={title} pane={pane} empty={t('analytics.noAnimals')} />
      <FigureTable title={title} rows={entities} figures={figures} seriesOf={seriesOf} />
    </Card>
  )
}
