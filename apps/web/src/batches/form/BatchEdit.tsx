import { BATCH_ATTACHMENTS, BATCH_FILE_BYTES, type BatchDetails } from '@steading/contract/production/batches'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { entityQuery } from '../../entities/index.ts'
import { batchQuery } from '../batch.queries.ts'
import { data } from '../../platform/api/api.ts'
import { clock } from '../../platform/page/clock.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { AttachmentsField } from '../../ui/attachments/AttachmentsField.tsx'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { EditForm } from '../../ui/form/edit/EditForm.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { WhenField } from '../../ui/form/fields/WhenField.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { batchesChanged, calls, freshBatch } from '../batches.queries.ts'
import { BatchConflictPanel } from './BatchConflictPanel.tsx'
import { BatchFields } from './BatchFields.tsx'
import { type BatchFormValues, toFormField, toFormValues, toUpdateRequest, validateEdited } from './batchForm.ts'

const fileLimits = { files: BATCH_ATTACHMENTS, bytes: BATCH_FILE_BYTES }

/** Edit form of a batch. After a version conflict the typed values stay, and the saved values are shown beside them. */
export default function BatchEdit({
  of: opened,
  head,
  leave,
}: {
  of: BatchDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const sendEdit = useWrite(['batches', 'edit'], calls.edit)
  const t = useText()
  const may = useMay()
  // Base of the three-way merge: the batch when the form opened, later the version of another user.
  const [base, setBase] = useState(opened)
  const isClosed = base.status === 'CLOSED'
  const { data: house } = useQuery({ ...entityQuery(opened.entity.id), enabled: may('entities.read') })
  const { form, dirty, submit, ref, rebase } = useEditForm<BatchFormValues>({
    initial: toFormValues(opened),
    fieldOf: toFormField,
    refusedAt: {
      CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME: 'openDate',
      TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE: 'openDate',
    },
    validate: values => validateEdited(values, base, clock.now(), t),
    save: async values => {
      const body = toUpdateRequest(values, base)
      const saved = await data(sendEdit({ params: { id: opened.id }, body, files: [...values.files] }))
      queryClient.setQueryData(batchQuery(opened.id).queryKey, saved)
      await batchesChanged()
      toast(t('state.saved'), saved.code)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => freshBatch(opened.id),
    onConflict: now => {
      setBase(now)
      rebase(toFormValues(now))
    },
    what: t('batch.saveFailed'),
  })
  const set = createFieldSetter(form)
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && <BatchConflictPanel base={opened} latest={latest} form={form} />}
      <BatchFields
        mode="edit"
        values={form.values}
        batch={base}
        houseArea={house?.usableArea}
        errors={form.errors}
        set={set}
        days={
          <>
            <WhenField
              label={t('batch.openDate')}
              zone={opened.timeZone}
              hint={t('batch.openDateHint')}
              at={form.values.openDate}
              onChange={at => set({ openDate: at })}
              error={errorFor(form.errors, 'openDate')}
            />
            {isClosed && (
              <WhenField
                label={t('batch.closeDate')}
                zone={opened.timeZone}
                at={form.values.closeDate}
                onChange={at => set({ closeDate: at })}
                error={errorFor(form.errors, 'closeDate')}
              />
            )}
          </>
        }
      />
      <AttachmentsField values={form.values} attachments={base.attachments} limits={fileLimits} errors={form.errors} set={set} />
    </EditForm>
  )
}
