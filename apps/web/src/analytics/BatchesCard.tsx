import type { EntityBatches } from '@steading/contract/entities/analytics'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { number } from '@steading/locales/format'
import { figureText } from '@steading/locales/production'
import { to } from '../platform/navigation/paths.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { Card } from '../ui/page/Card.tsx'
import { type Figure, FigureTable } from './FigureTable.tsx'

const known = (value: number) => (value === NOT_COMPUTABLE ? null : value)

/** Figures of the batches that were closed in the range, over all of an entity. */
export function BatchesCard({ entities }: { entities: readonly EntityBatches[] }) {
  const t = useText()
  const figure = (
    label: string,
    value: (row: EntityBatches) => number,
    unit: string,
    decimals: number,
  ): Figure<EntityBatches> => ({
    label,
    value: row => known(value(row)),
    text: shown => figureText(shown ?? NOT_COMPUTABLE, unit, decimals, t),
  })
  const count = (shown: number | null) => number(shown, t)
  const figures: readonly Figure<EntityBatches>[] = [
    { label: t('analytics.openBatches'), value: ({ open }) => open, text: count },
    { label: t('analytics.closedBatches'), value: ({ closed }) => closed, text: count },
    figure(t('kpi.mortality'), row => row.mortality, '%', 2),
    figure(t('analytics.mortalityBefore'), row => row.previousMortality, '%', 2),
    figure(t('kpi.averageDailyGain'), row => row.averageDailyGain, 'g', 0),
    figure(t('kpi.feedConversion'), row => row.feedConversion, '', 2),
    figure(t('kpi.exitWeight'), row => row.averageWeight, 'kg', 2),
  ]
  return (
    <Card title={t('analytics.batches')} hint={<Link href={to('/production/batch-analytics')}>{t('nav.batchAnalytics')}</Link>}>
      <FigureTable title={t('analytics.batches')} rows={entities} figures={figures} />
    </Card>
  )
}
