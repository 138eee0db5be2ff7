import { Button } from '@mantine/core'
import type { BatchDetails } from '@steading/contract/production/batches'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { DeleteAction } from '../../ui/page/DeleteAction.tsx'
import { batchesChanged, calls } from '../batches.queries.ts'
import { BatchDownloads } from './BatchDownloads.tsx'
import { CloseWindow } from './CloseBatchDialog.tsx'
import { Reopen } from './ReopenBatch.tsx'

/** What can be done with a batch from its head, each with its permission. `leave`: the page once it is gone. */
export function BatchActions({ of, edit, leave }: { of: BatchDetails; edit: () => void; leave: string }) {
  const sendRemove = useWrite(['batches', 'remove'], calls.remove)
  const t = useText()
  const may = useMay()
  // It is closed as it was seen then, whatever is fetched behind the window.
  const [closing, close] = useState<BatchDetails>()
  return (
    <>
      <BatchDownloads batch={of} />
      {may('batches.delete') && (
        <DeleteAction
          name={of.code}
          hint={t('batch.deleteHint')}
          failed={t('batch.deleteFailed')}
          done={t('batch.deleted')}
          remove={() => data(sendRemove({ params: { id: of.id } }))}
          leave={leave}
          onDeleted={() => batchesChanged(of.id)}
        />
      )}
      {may('batches.update') && (
        <>
          <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
            {t('ui.edit')}
          </Button>
          {of.status === 'OPEN' ? <Button onClick={() => close(of)}>{t('batch.close')}</Button> : <Reopen of={of} />}
        </>
      )}
      {closing && <CloseWindow of={closing} onClose={() => close(undefined)} />}
    </>
  )
}
