import { useQuery } from '@tanstack/react-query'
import { LazyFloorWarnings, useBatch } from '../../batches/index.ts'
import { useText } from '../../platform/texts.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { ChoiceField } from '../../ui/form/fields/ChoiceField.tsx'
import { NumberField } from '../../ui/form/fields/NumberField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { WhenField } from '../../ui/form/fields/WhenField.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { batchReasonsQuery } from '../animalMovements.queries.ts'
import { isEntry, isTransfer, kindOptions } from '../movementKinds.ts'
import { BatchField } from '../common/BatchField.tsx'
import { nameOf } from '@steading/locales/production'
import { animalWeight, averageWeight } from '../common/weights.ts'
import { type AnimalFormValues, opensWithoutAge } from './animalForm.ts'
import { usePresentText } from './usePresentText.ts'
import '../movements.css'

/** The entries of an animal movement: only those that belong to its kind. */
export function AnimalFields({
  mode,
  values,
  errors,
  set,
  isScoped,
  movementId,
}: {
  mode: 'create' | 'edit'
  values: AnimalFormValues
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<AnimalFormValues>) => void
  /** The page is of one batch: it is not chosen. */
  isScoped: boolean
  /** The movement that is being changed. */
  movementId?: string
}) {
  const t = useText()
  const { data: batch } = useBatch(values.batchId)
  const { kind } = values
  const isNew = mode === 'create'
  const isIn = kind === 'TRANSFER_IN'
  const isExternalEntry = kind === 'EXTERNAL_ENTRY'
  // Of a transfer those of the batch that the animals leave. Without an entry that is being changed there would be too few.
  const present = usePresentText({
    batchId: isIn ? values.inverseBatchId : values.batchId,
    at: isExternalEntry && !isNew ? null : values.timestamp,
    movementId,
    isExit: kind !== null && !isExternalEntry,
  })
  const average = averageWeight(values.weight, values.number)
  return (
    <Card title={t('ui.details')}>
      <Entries mode={mode}>
        {isNew && !isScoped && (
          <BatchField
            label={t('batch.one')}
            required
            value={values.batchId}
            onChange={batchId => set({ batchId, deathReasonId: null })}
            error={errorFor(errors, 'batchId')}
          />
        )}
        {isNew && (
          <ChoiceField
            label={t('movement.type')}
            required
            className="entry-wide movement-kind"
            options={kindOptions(t)}
            value={kind}
            onChange={next => set({ kind: next })}
            error={errorFor(errors, 'kind')}
          />
        )}
        {isNew && isTransfer(kind) && (
          <BatchField
            label={t(kind === 'TRANSFER_IN' ? 'movement.fromBatch' : 'movement.toBatch')}
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
        <div data-next>
          <NumberField
            label={t('movement.number')}
            required
            min={1}
            value={values.number}
            onChange={next => set({ number: next })}
            error={errorFor(errors, 'number')}
            {...(present && { hint: present })}
          />
        </div>
        <NumberField
          label={t('movement.loadWeight')}
          required={kind !== 'DEATH'}
          unit="kg"
          decimals={3}
          value={values.weight}
          onChange={weight => set({ weight })}
          error={errorFor(errors, 'weight')}
          {...(average !== null && { hint: t('movement.averageIs', { weight: animalWeight(average, batch?.species.value, t) }) })}
        />
        {kind === 'DEATH' && (
          <DeathReasonField
            batchId={values.batchId}
            value={values.deathReasonId}
            onChange={deathReasonId => set({ deathReasonId })}
            error={errorFor(errors, 'deathReasonId')}
          />
        )}
        {isEntry(kind) && (
          <AgeFields values={values} errors={errors} set={set} required={isNew && opensWithoutAge(kind, batch)} />
        )}
        <TextField
          label={t('movement.description')}
          max={150}
          autoComplete="off"
          value={values.typeDescription}
          onChange={event => set({ typeDescription: event.currentTarget.value })}
          error={errorFor(errors, 'typeDescription')}
        />
        {(kind !== 'DEATH' || values.pending) && (
          <SwitchField
            label={t('movement.pending')}
            hint={t('movement.pendingHint')}
            checked={values.pending}
            onChange={event => set({ pending: event.currentTarget.checked })}
            error={errorFor(errors, 'pending')}
          />
        )}
      </Entries>
      {isNew && isEntry(kind) && batch && values.number !== undefined && values.number > 0 && (
        <LazyFloorWarnings batch={batch} arrival={{ animals: values.number, weight: values.weight ?? null }} waiting={null} />
      )}
    </Card>
  )
}

function AgeFields({
  values: { age, ageUnit },
  errors,
  set,
  required,
}: {
  values: AnimalFormValues
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<AnimalFormValues>) => void
  required: boolean
}) {
  const t = useText()
  return (
    <div className="movement-age">
      <NumberField
        label={t('movement.age')}
        min={0}
        max={2000}
        required={required}
        {...(!required && { hint: t('movement.ageHint') })}
        value={age}
        onChange={next => set({ age: next })}
        error={errorFor(errors, 'age')}
      />
      <ChoiceField
        label={t('curve.ageUnit')}
        options={[
          { value: '1', label: t('movement.days') },
          { value: '7', label: t('movement.weeks') },
        ]}
        value={ageUnit === 7 ? '7' : '1'}
        onChange={unit => set({ ageUnit: unit === '7' ? 7 : 1 })}
      />
    </div>
  )
}

/** The causes of death that a batch may use, by the language of the reader. */
export function DeathReasonField({
  batchId,
  value,
  onChange,
  error,
}: {
  batchId: string | null
  value: string | null
  onChange: (id: string | null) => void
  error: string | undefined
}) {
  const t = useText()
  const { data: reasons = [] } = useQuery({ ...batchReasonsQuery(batchId ?? ''), enabled: batchId !== null })
  const options = reasons.map(reason => ({ value: reason.id, label: nameOf(reason, t.language) }))
  return (
    <SelectField
      label={t('deathReason.one')}
      options={options.toSorted((a, b) => a.label.localeCompare(b.label, t.language))}
      value={value}
      onChange={onChange}
      disabled={batchId === null}
      error={error}
    />
  )
}
