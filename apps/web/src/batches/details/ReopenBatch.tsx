import { Button } from '@mantine/core'
import type { Batch } from '@steading/contract/production/batches'
import { isConflict } from '../../platform/api/failures.ts'
import { useText } from '../../platform/texts.tsx'
import { confirmDialog, alertDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { closeOrOpen, freshBatch } from '../batches.queries.ts'

/** Opens a closed batch again once that is confirmed; where somebody was faster, the page shows theirs and nothing is done. */
export function Reopen({ of }: { of: Batch }) {
  const t = useText()
  const { busy, run } = useAsyncAction(t('batch.saveFailed'))
  const reopen = async () => {
    const isSure = await confirmDialog({
      title: `${t('batch.reopen')}: ${of.code}`,
      text: t('batch.reopenHint', { place: of.entity.displayName }),
      yes: t('batch.reopen'),
      no: t('ui.cancel'),
    })
    if (!isSure) return
    await run(async () => {
      try {
        await closeOrOpen(of.id, { version: of.version })
        toast(t('batch.reopened'), of.code)
      } catch (error) {
        if (!isConflict(error)) throw error
        const { lastUpdatedBy } = await freshBatch(of.id)
        const who = lastUpdatedBy?.shortName ?? t('form.somebody')
        await alertDialog({ title: t('batch.saveFailed'), text: t('batch.changedMeanwhile', { who }), yes: t('ui.close') })
      }
    })
  }
  return (
    <Button data-busy={busy || undefined} onClick={() => void reopen()}>
      {t('batch.reopen')}
    </Button>
  )
}
