import type { DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { useText } from '../../platform/texts.tsx'
import { When } from '../../ui/page/time/Timestamp.tsx'

/** Who saved a dashboard last, and when; nothing where nobody has. */
export function SavedBy({
  stored: { lastUpdatedBy, lastUpdateTimestampUtc },
}: {
  stored: Pick<DashboardWidgets, 'lastUpdatedBy' | 'lastUpdateTimestampUtc'>
}) {
  const t = useText()
  if (lastUpdateTimestampUtc === null) return null
  return (
    <p className="dialog-text">
      {t('ui.updatedBy')} <b>{lastUpdatedBy?.shortName ?? t('form.somebody')}</b> <When at={lastUpdateTimestampUtc} />
    </p>
  )
}
