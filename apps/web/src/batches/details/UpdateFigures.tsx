import { Button } from '@mantine/core'
import type { BatchDetails } from '@steading/contract/production/batches'
import { IconRefresh } from '@tabler/icons-react'
import { data } from '../../platform/api/api.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { batchesChanged } from '../batches.queries.ts'
import { calls } from '../figures.queries.ts'

/** Reads what silos, meters and scales have of a batch again, and computes its totals, key figures and climate from it. */
export function UpdateFigures({ batch: { id, status } }: { batch: BatchDetails }) {
  const t = useText()
  const may = useMay()
  const { busy, run } = useAsyncAction(t('kpi.failed'))
  if (!may('batches.update')) return null
  const update = async () => {
    const params = { id }
    const { changed } = await data(calls.refreshImported({ params }))
    await data(status === 'OPEN' ? calls.refresh({ params }) : calls.refreshClosed({ params }))
    await data(calls.updateEnvironment({ query: { batchId: id } }))
    await batchesChanged()
    toast(t('kpi.updated'), t('kpi.updatedDays', { count: changed }))
  }
  return (
    <Button
      variant="default"
      size="xs"
      loading={busy}
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={() => void run(update)}
    >
      {t('kpi.update')}
    </Button>
  )
}
