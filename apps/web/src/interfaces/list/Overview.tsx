import { number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { usePollEvery } from '../../live/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Kpi, KpiBar } from '../../ui/page/Kpi.tsx'
import { overviewQuery } from '../interfaces.queries.ts'

/** How many sensors and devices tell something, of all or of a place with what lies below it. */
export function Overview({ entityId }: { entityId: string | undefined }) {
  const t = useText()
  const refetchInterval = usePollEvery()
  const { data: found } = useQuery({ ...overviewQuery(entityId), refetchInterval })
  if (!found) return null
  return (
    <KpiBar label={t('interface.overview')}>
      <Kpi label={t('interface.overview.total')} value={number(found.total, t)} />
      <Kpi label={t('interface.overview.fresh')} value={number(found.fresh, t)} />
      <Kpi label={t('interface.overview.stale')} value={number(found.stale, t)} />
      <Kpi label={t('interface.overview.bad')} value={number(found.bad, t)} />
      <Kpi label={t('interface.overview.never')} value={number(found.never, t)} />
    </KpiBar>
  )
}
