import { number } from '@steading/locales/format'
import { nameOf } from '@steading/locales/production'
import { useQuery } from '@tanstack/react-query'
import { kilograms, withoutPaging } from '../../animalMovements/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Kpi, KpiBar } from '../../ui/page/Kpi.tsx'
import { type FeedQuery, sumsQuery } from '../feedMovements.queries.ts'

/** Feed that came and went under the filters, in all and by type. */
export function FeedSums({ query }: { query: FeedQuery }) {
  const t = useText()
  const { data: sums } = useQuery(sumsQuery(withoutPaging(query)))
  if (!sums || (sums.feedTypes.length === 0 && sums.pending === 0)) return null
  return (
    <KpiBar label={t('movement.sums')}>
      <Kpi label={t('feed.movement.entered')} value={number(sums.entered, t, [0, 1])} unit="kg" />
      <Kpi label={t('feed.movement.left')} value={number(sums.left, t, [0, 1])} unit="kg" />
      {sums.pending > 0 && <Kpi label={t('movement.pending')} value={number(sums.pending, t, [0, 1])} unit="kg" />}
      {sums.feedTypes.map(({ feedType, entered, left }) => (
        <Kpi
          key={feedType?.id ?? ''}
          label={feedType ? nameOf(feedType, t.language) : t('feed.movement.unknownType')}
          value={number(entered, t, [0, 1])}
          unit="kg"
          {...(left > 0 && { note: t('feed.movement.leftIs', { weight: kilograms(left, t) }) })}
        />
      ))}
    </KpiBar>
  )
}
