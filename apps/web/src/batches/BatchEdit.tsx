import type { Batch } from '@steading/contract/batches'
import { type ReactNode, useState } from 'react'
import { batchQuery } from '../events/index.ts'
import { data } from '../platform/api.ts'
import { clock } from '../platform/clock.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { WhenField } from '../ui/form/WhenField.tsx'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { batchesChanged, calls, freshBatch } from './batches.queries.ts'
import { type Days, daysOf, editWish, wrongDays } from './entered.ts'
import { TheirBatch } from './TheirBatch.tsx'

/** A batch while somebody changes its days. A save that meets somebody else's keeps what was typed and shows theirs. */
export default function BatchEdit({
  of,
  head,
  leave,
}: {
  of: Batch
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const t = useText()
  // What a save is compared with: as it was when one began, and later what somebody else saved.
  const [base, rebase] = useState(of)
  const isClosed = base.status === 'CLOSED'
  const { form, dirty, submit, ref, meet } = useEditForm<Days>({
    initial: daysOf(of),
    refusedAt: { CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME: 'openDate' },
    wrongIn: values => wrongDays(values, isClosed, clock.now(), t),
    save: async values => {
      const saved = await data(calls.edit({ params: { id: of.id }, body: editWish(values, base) }))
      queryClient.setQueryData(batchQuery(of.id).queryKey, saved)
      await batchesChanged()
      toast(t('state.saved'), saved.code)
      leave()
    },
  })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => freshBatch(of.id),
    over: now => {
      rebase(now)
      meet(daysOf(now))
    },
    what: t('batch.saveFailed'),
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {theirs && <TheirBatch seen={of} theirs={theirs} form={form} />}
      <Card title={t('ui.details')}>
        <Entries mode="edit">
          <WhenField
            label={t('batch.openDate')}
            zone={of.timeZone}
            hint={t('batch.openDateHint')}
            at={form.values.openDate}
            onChange={at => form.setFieldValue('openDate', at)}
            error={wrongWith(form.errors, 'openDate')}
          />
          {isClosed && (
            <WhenField
              label={t('batch.closeDate')}
              zone={of.timeZone}
              at={form.values.closeDate}
              onChange={at => form.setFieldValue('closeDate', at)}
              error={wrongWith(form.errors, 'closeDate')}
            />
          )}
        </Entries>
      </Card>
    </EditForm>
  )
}
