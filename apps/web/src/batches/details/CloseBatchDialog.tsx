import type { BatchDetails } from '@steading/contract/production/batches'
import { useState } from 'react'
import { clock } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Form } from '../../ui/form/edit/Form.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { alertDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { closeOrOpen, freshBatch } from '../batches.queries.ts'
import { closingDate, validateClosing } from '../form/batchForm.ts'
import { WhenField } from '../../ui/form/fields/WhenField.tsx'
import { MassBalanceSums } from './MassBalance.tsx'

/**
 * Asks as of when, says what the books do not explain, and closes. Somebody who was faster is named, and the date stays; where they have closed it already there is
 * nothing left to ask: the same call would open it again.
 */
export function CloseWindow({ of, onClose }: { of: BatchDetails; onClose: () => void }) {
  const t = useText()
  const [base, setBase] = useState(of)
  const { form, dirty, submit, ref } = useEditForm<{ closeDate: string | null }>({
    initial: { closeDate: closingDate(of, clock.now()) },
    validate: ({ closeDate }) => validateClosing({ openDate: base.openDate, closeDate }, clock.now(), t),
    save: async ({ closeDate }) => {
      await closeOrOpen(of.id, { ...(closeDate && { closeDate }), version: base.version })
      toast(t('batch.closed'), of.code)
      onClose()
    },
  })
  const faster = ({ lastUpdatedBy }: BatchDetails) =>
    t('batch.changedMeanwhile', { who: lastUpdatedBy?.shortName ?? t('form.somebody') })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => freshBatch(of.id),
    onConflict: now => {
      setBase(now)
      if (now.status === 'OPEN') return
      onClose()
      void alertDialog({ title: t('batch.saveFailed'), text: faster(now), yes: t('ui.close') })
    },
    what: t('batch.saveFailed'),
  })
  return (
    <Modal
      title={t('batch.close')}
      under={`${of.code} · ${of.entity.displayName}`}
      size={520}
      isChanged={dirty}
      onClose={onClose}
    >
      <Form of={ref} onSubmit={() => void save()}>
        <div className="stack">
          <p className="dialog-text">{t('batch.closeHint')}</p>
          {latest && (
            <div role="alert">
              <Note>{faster(latest)}</Note>
            </div>
          )}
          <WhenField
            label={t('batch.closeDate')}
            zone={of.timeZone}
            at={form.values.closeDate}
            onChange={at => form.setFieldValue('closeDate', at)}
            error={errorFor(form.errors, 'closeDate')}
          />
          <MassBalanceSums id={of.id} at={form.values.closeDate ?? undefined} />
        </div>
        <ModalFoot word={t('batch.close')} busy={busy} onClose={onClose} />
      </Form>
    </Modal>
  )
}
