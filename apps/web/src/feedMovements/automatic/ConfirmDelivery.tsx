import type { FeedMovement } from '@steading/contract/production/feedMovements'
import { dateTime } from '@steading/locales/format'
import { useState } from 'react'
import { BatchField, kilograms } from '../../animalMovements/index.ts'
import { useText } from '../../platform/texts.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { Form } from '../../ui/form/edit/Form.tsx'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Note } from '../../ui/page/Note.tsx'
import { feedTitle } from '../feedKinds.ts'
import { confirmAutomatic, feedChanged, freshFeedMovement } from '../feedMovements.queries.ts'
import { FeedFactoryField, FeedTypeField } from '../form/FeedChoices.tsx'
import { DeliveryMatches } from './DeliveryMatches.tsx'
import { refusedAt } from '../form/feedForm.ts'
import { type ConfirmValues, confirmValuesOf, toConfirmRequest, validate } from './confirmForm.ts'

/** Asks what a delivery was that a silo showed; it counts from then on. */
export default function ConfirmDelivery({ movement, onClose }: { movement: FeedMovement; onClose: () => void }) {
  const t = useText()
  const [base, setBase] = useState(movement)
  const { form, dirty, submit, ref } = useEditForm<ConfirmValues>({
    initial: confirmValuesOf(movement),
    validate: values => validate(values, base, t),
    refusedAt,
    save: async values => {
      const saved = await confirmAutomatic(base.id, toConfirmRequest(values, base))
      await feedChanged()
      toast(t('movement.confirmed'), feedTitle(saved, t))
      onClose()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => freshFeedMovement(movement.id),
    onConflict: setBase,
    what: t('movement.confirmFailed'),
  })
  const set = createFieldSetter(form)
  const place = base.entity.id
  return (
    <Modal
      title={t('feed.automatic.confirm')}
      under={`${base.silo?.displayName ?? base.entity.displayName} · ${dateTime(base.timestamp, base.timeZone, t)}`}
      size={560}
      isChanged={dirty}
      onClose={onClose}
    >
      <Form of={ref} onSubmit={() => void save()}>
        {latest && (
          <div role="alert">
            <Note>{t('form.changedMeanwhile', { who: latest.lastUpdatedBy?.shortName ?? t('form.somebody') })}</Note>
          </div>
        )}
        <DeliveryMatches movement={base} onClose={onClose} />
        <Entries mode="create">
          <FeedTypeField
            placeId={place}
            value={form.values.feedTypeId}
            onChange={feedTypeId => set({ feedTypeId })}
            error={errorFor(form.errors, 'feedTypeId')}
          />
          <FeedFactoryField
            placeId={place}
            value={form.values.feedFactoryId}
            onChange={feedFactoryId => set({ feedFactoryId })}
            error={errorFor(form.errors, 'feedFactoryId')}
          />
          <NumberField
            label={t('feed.automatic.noteWeight')}
            unit="kg"
            decimals={3}
            hint={t('feed.automatic.noteWeightHint', { weight: kilograms(base.weight, t) })}
            value={form.values.weight}
            onChange={weight => set({ weight })}
            error={errorFor(form.errors, 'weight')}
          />
          {base.batch === null && (
            <BatchField
              label={t('batch.one')}
              required
              value={form.values.batchId}
              onChange={batchId => set({ batchId })}
              error={errorFor(form.errors, 'batchId')}
            />
          )}
        </Entries>
        <ModalFoot word={t('ui.confirm')} busy={busy} onClose={onClose} />
      </Form>
    </Modal>
  )
}
