import { BatchField } from '../../animalMovements/index.ts'
import { useBatch } from '../../batches/index.ts'
import { useText } from '../../platform/texts.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { ChoiceField } from '../../ui/form/fields/ChoiceField.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { WhenField } from '../../ui/form/fields/WhenField.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { feedKindOptions } from '../feedKinds.ts'
import { FeedFactoryField, FeedTypeField } from './FeedChoices.tsx'
import type { FeedFormValues } from './feedForm.ts'

/** The entries of a feed movement: only those that belong to its kind. */
export function FeedFields({
  mode,
  values,
  errors,
  set,
  isScoped,
}: {
  mode: 'create' | 'edit'
  values: FeedFormValues
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<FeedFormValues>) => void
  /** The page is of one batch: it is not chosen. */
  isScoped: boolean
}) {
  const t = useText()
  const { data: batch } = useBatch(values.batchId)
  const isNew = mode === 'create'
  return (
    <Card title={t('ui.details')}>
      <Entries mode={mode}>
        {isNew && !isScoped && (
          <BatchField
            label={t('batch.one')}
            required
            value={values.batchId}
            onChange={batchId => set({ batchId })}
            error={errorFor(errors, 'batchId')}
          />
        )}
        {isNew && (
          <ChoiceField
            label={t('movement.type')}
            required
            options={feedKindOptions(t)}
            value={values.kind}
            onChange={kind => set({ kind })}
            error={errorFor(errors, 'kind')}
          />
        )}
        {isNew && values.kind !== 'BUY' && (
          <BatchField
            label={t(values.kind === 'TRANSFER_IN' ? 'movement.fromBatch' : 'movement.toBatch')}
            required
            value={values.inverseBatchId}
            onChange={inverseBatchId => set({ inverseBatchId })}
            error={errorFor(errors, 'inverseBatchId')}
          />
        )}
        <WhenField
          label={t('movement.time')}
          zone={batch?.timeZone}
          at={values.timestamp}
          onChange={timestamp => set({ timestamp })}
          error={errorFor(errors, 'timestamp')}
        />
        <FeedTypeField
          placeId={batch?.entity.id}
          value={values.feedTypeId}
          onChange={feedTypeId => set({ feedTypeId })}
          error={errorFor(errors, 'feedTypeId')}
        />
        <div data-next>
          <NumberField
            label={t('feed.weight')}
            required
            unit="kg"
            decimals={3}
            value={values.weight}
            onChange={weight => set({ weight })}
            error={errorFor(errors, 'weight')}
          />
        </div>
        {values.kind === 'BUY' && (
          <FeedFactoryField
            placeId={batch?.entity.id}
            value={values.feedFactoryId}
            onChange={feedFactoryId => set({ feedFactoryId })}
            error={errorFor(errors, 'feedFactoryId')}
          />
        )}
        <TextField
          label={t('movement.description')}
          max={150}
          autoComplete="off"
          value={values.typeDescription}
          onChange={event => set({ typeDescription: event.currentTarget.value })}
          error={errorFor(errors, 'typeDescription')}
        />
        <SwitchField
          label={t('movement.pending')}
          hint={t('feed.movement.pendingHint')}
          checked={values.pending}
          onChange={event => set({ pending: event.currentTarget.checked })}
          error={errorFor(errors, 'pending')}
        />
      </Entries>
    </Card>
  )
}
