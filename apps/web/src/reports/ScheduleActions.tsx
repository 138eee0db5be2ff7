import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { to } from '../platform/navigation/paths.ts'
import { useMay } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { confirmDialog } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { calls, reportsChanged } from './reports.queries.ts'

/** Edits a recurring report, or ends it after asking; what it has made stays. */
export function ScheduleActions({ id, name }: { id: string; name: string }) {
  const t = useText()
  const may = useMay()
  const go = useGo()
  const { busy, run } = useAsyncAction(t('report.endFailed'))
  const end = useWrite(['reports', 'endSchedule'], calls.endSchedule)
  if (!may('reports.update')) return null
  const ask = async () => {
    const isSure = await confirmDialog({
      title: t('report.endAsk', { name }),
      text: t('report.endHint'),
      yes: t('report.end'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (!isSure) return
    await run(async () => {
      await data(end({ params: { id } }))
      toast(t('report.ended'), name)
      await reportsChanged()
    })
  }
  return (
    <div className="schedule-actions">
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => go(to('/reports/schedules/{scheduleId}/edit', { scheduleId: id }))}
      >
        {t('ui.edit')}
        <span className="vh">: {name}</span>
      </Button>
      <Button variant="default" data-busy={busy || undefined} onClick={() => void ask()}>
        {t('report.end')}
        <span className="vh">: {name}</span>
      </Button>
    </div>
  )
}
