import { PlaceSelect } from '../../entities/index.ts'
import { useText } from '../../platform/texts.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { useBatch } from '../../batches/index.ts'
import type { EventFormValues } from './eventForm.ts'

const rooms = ['SECTOR'] as const

/** Where a new event of a batch is: in its house, or in one of the rooms there. The batch itself is settled. */
export function BatchPlaceEntries({
  batchId,
  values,
  error,
  set,
}: {
  batchId: string
  values: EventFormValues
  error: string | undefined
  set: (change: Partial<EventFormValues>) => void
}) {
  const t = useText()
  const { data: batch } = useBatch(batchId)
  return (
    <>
      <SelectField
        label={t('batch.one')}
        disabled
        options={batch ? [{ value: batchId, label: batch.code }] : []}
        value={batchId}
      />
      <PlaceSelect
        label={t('entity.sector')}
        types={rooms}
        within={batch?.entity.id}
        known={values.entityId === batch?.entity.id ? batch?.entity : undefined}
        value={values.entityId}
        hint={t('event.batchPlace')}
        onChange={entityId => set({ entityId })}
        error={error}
      />
    </>
  )
}
