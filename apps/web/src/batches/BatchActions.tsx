import { Button } from '@mantine/core'
import type { Batch } from '@steading/contract/batches'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { data } from '../platform/api.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { DeleteAction } from '../ui/page/DeleteAction.tsx'
import { batchesChanged, calls } from './batches.queries.ts'
import { CloseWindow } from './CloseWindow.tsx'
import { Reopen } from './Reopen.tsx'

/** What can be done with a batch from its head, each with its permission. `leave`: the page once it is gone. */
export function BatchActions({ of, edit, leave }: { of: Batch; edit: () => void; leave: string }) {
  const t = useText()
  const may = useMay()
  // It is closed as it was seen then, whatever is fetched behind the window.
  const [closing, close] = useState<Batch>()
  return (
    <>
      {may('batches.delete') && (
        <DeleteAction
          name={of.code}
          hint={t('batch.deleteHint')}
          failed={t('batch.deleteFailed')}
          done={t('batch.deleted')}
          remove={() => data(calls.remove({ params: { id: of.id } }))}
          leave={leave}
          gone={() => batchesChanged(of.id)}
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
