import { WEIGHING_METHODS, type WeighingMethod } from '@steading/contract/production/weighings'
import type { TextKey } from '@steading/locales/text'
import { animalWeight, averageWeight, BatchField } from '../animalMovements/index.ts'
import { useBatch } from '../batches/index.ts'
import { useText } from '../platform/texts.tsx'
import { errorFor } from '../ui/form/edit/errorFor.ts'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { ChoiceField } from '../ui/form/fields/ChoiceField.tsx'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { TextAreaField } from '../ui/form/fields/TextField.tsx'
import { WhenField } from '../ui/form/fields/WhenField.tsx'
import { Card } from '../ui/page/Card.tsx'
import { SingleWeights } from './SingleWeights.tsx'
import { WEIGHED_AS, type WeighedAs, type WeighingFormValues } from './weighingForm.ts'

export const methodKey = { MANUAL: 'weighing.byHand', SCALE: 'weighing.byScale' } as const satisfies Record<
  WeighingMethod,
  TextKey
>

export const weighedAsKey = { SINGLE: 'weighing.single', TOGETHER: 'weighing.together' } as const satisfies Record<
  WeighedAs,
  TextKey
>

/** The entries of a weighing: weights of single animals, or a number and their total. */
export function WeighingFields({
  mode,
  values,
  errors,
  set,
  isScoped,
}: {
  mode: 'create' | 'edit'
  values: WeighingFormValues
  errors: Readonly<Record<string, unknown>>
  set: (change: Partial<WeighingFormValues>) => void
  /** The page is of one batch: it is not chosen. */
  isScoped: boolean
}) {
  const t = useText()
  const { data: batch } = useBatch(values.batchId)
  const species = batch?.species.value
  const average = averageWeight(values.totalWeight, values.number)
  return (
    <Card title={t('ui.details')}>
      <Entries mode={mode}>
        {!isScoped && (
          <BatchField
            label={t('batch.one')}
            required
            value={values.batchId}
            onChange={batchId => set({ batchId })}
            error={errorFor(errors, 'batchId')}
          />
        )}
        <WhenField
          label={t('movement.time')}
          zone={batch?.timeZone}
          at={values.timestamp}
          onChange={timestamp => set({ timestamp })}
          error={errorFor(errors, 'timestamp')}
        />
        <ChoiceField
          label={t('weighing.method')}
          options={WEIGHING_METHODS.map(value => ({ value, label: t(methodKey[value]) }))}
          value={values.method}
          onChange={method => set({ method })}
          error={errorFor(errors, 'method')}
        />
        <ChoiceField
          label={t('weighing.weighedAs')}
          options={WEIGHED_AS.map(value => ({ value, label: t(weighedAsKey[value]) }))}
          value={values.weighedAs}
          onChange={weighedAs => set({ weighedAs })}
        />
        {values.weighedAs === 'SINGLE' ? (
          <SingleWeights
            weights={values.weights}
            species={species}
            error={errorFor(errors, 'weights')}
            onChange={weights => set({ weights })}
          />
        ) : (
          <>
            <div data-next>
              <NumberField
                label={t('movement.number')}
                required
                min={1}
                value={values.number}
                onChange={next => set({ number: next })}
                error={errorFor(errors, 'number')}
              />
            </div>
            <NumberField
              label={t('movement.loadWeight')}
              required
              unit="kg"
              decimals={3}
              value={values.totalWeight}
              onChange={totalWeight => set({ totalWeight })}
              error={errorFor(errors, 'totalWeight')}
              {...(average !== null && { hint: t('movement.averageIs', { weight: animalWeight(average, species, t) }) })}
            />
          </>
        )}
        <TextAreaField
          label={t('ui.notes')}
          max={500}
          value={values.notes}
          onChange={event => set({ notes: event.currentTarget.value })}
          error={errorFor(errors, 'notes')}
        />
      </Entries>
    </Card>
  )
}
