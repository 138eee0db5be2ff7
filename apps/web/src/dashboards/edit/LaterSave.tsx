import { Button } from '@mantine/core'
import type { DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { ChangeList } from './ChangeList.tsx'
import { changesBetween, hasChanges } from './changes.ts'
import { SavedBy } from './SavedBy.tsx'

/** Tells who saved a dashboard that others changed it since. */
export default function LaterSave({
  saved,
  shown,
  close,
}: {
  saved: DashboardWidgets
  shown: DashboardWidgets
  close: () => void
}) {
  const t = useText()
  const changes = useMemo(() => changesBetween(saved, shown), [saved, shown])
  if (shown.version <= saved.version || !hasChanges(changes)) return null
  return (
    <div role="alert">
      <Note>
        <ChangeList title={t('dashboard.conflict')} changes={changes} />
        <SavedBy stored={shown} />
        <Button variant="default" size="compact-sm" onClick={close}>
          {t('ui.close')}
        </Button>
      </Note>
    </div>
  )
}
