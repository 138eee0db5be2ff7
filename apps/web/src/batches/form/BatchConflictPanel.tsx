import { productionClassName, productionTypeName, speciesName } from '@steading/locales/production'
import type { UseFormReturnType } from '@mantine/form'
import { BATCH_SOURCES, type BatchDetails, type BatchSource } from '@steading/contract/production/batches'
import { dateTime, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/texts.tsx'
import { attachmentConflict } from '../../ui/attachments/attachmentConflict.ts'
import { isEqual } from '../../ui/form/edit/merge3.ts'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { type BatchFormValues, SOURCE_FIELDS, toFormValues } from './batchForm.ts'
import { interfacesByIds } from './choices.queries.ts'

/** The fields that two people may have changed at once. */
const fields = {
  openDate: 'batch.openDate',
  closeDate: 'batch.closeDate',
  species: 'species.one',
  productionTypeId: 'batch.productionType',
  productionClass: 'batch.productionClass',
  geneticsId: 'genetics.one',
  productionCurveId: 'curve.one',
  usableArea: 'entity.usableArea',
  targetWeight: 'batch.targetWeight',
  siloInterfaceIds: 'batch.siloInterfaces',
  waterInterfaceIds: 'batch.waterInterfaces',
  feedInterfaceIds: 'batch.feedInterfaces',
} as const satisfies Partial<Record<keyof BatchFormValues, TextKey>>
type Field = keyof typeof fields

/** What another user saved of a batch meanwhile; one that they opened again has no end. */
export function BatchConflictPanel({
  base,
  latest,
  form,
}: {
  base: BatchDetails
  latest: BatchDetails
  form: UseFormReturnType<BatchFormValues>
}) {
  const t = useText()
  const before = toFormValues(base)
  const after = toFormValues(latest)
  const ids = BATCH_SOURCES.flatMap(source => after[SOURCE_FIELDS[source]])
  const { data: interfaces = [] } = useQuery(interfacesByIds(ids))
  const nameOf = (id: string) => interfaces.find(found => found.id === id)?.displayName ?? id
  const changed = (Object.keys(fields) as Field[]).filter(field => !isEqual(before[field], after[field])) // safe: the table's own keys
  return (
    <ConflictPanel
      who={latest.lastUpdatedBy?.shortName}
      entries={[
        ...changed.map(field => ({
          key: field,
          label: t(fields[field]),
          value: fieldWords(field, latest, { t, nameOf }),
          // A batch that was opened again has no end to take.
          isTaken: (field === 'closeDate' && after.closeDate === null) || isEqual(form.values[field], after[field]),
          take: () => form.setFieldValue(field, after[field]),
        })),
        ...attachmentConflict(base.attachments, latest.attachments, t),
      ]}
    />
  )
}

function fieldWords(
  field: Field,
  batch: BatchDetails,
  { t, nameOf }: { t: Translate; nameOf: (interfaceId: string) => string },
): string {
  const sourceWords = (source: BatchSource) => {
    const names = batch[SOURCE_FIELDS[source]].map(nameOf).join(', ')
    return batch.defaultInterfaces.includes(source) ? t('batch.sourceDefault') : names
  }
  switch (field) {
    case 'openDate':
      return dateTime(batch.openDate, batch.timeZone, t)
    case 'closeDate':
      return batch.closeDate === null ? '' : dateTime(batch.closeDate, batch.timeZone, t)
    case 'species':
      return speciesName(batch.species.value, t)
    case 'productionTypeId':
      return productionTypeName(batch.productionType, t)
    case 'productionClass':
      return batch.productionClass === null ? '' : productionClassName(batch.productionClass, t)
    case 'geneticsId':
      return batch.genetics?.displayName ?? ''
    case 'productionCurveId':
      return batch.productionCurve?.displayName ?? ''
    case 'usableArea':
      return batch.usableArea === null ? '' : quantity(batch.usableArea, 'm²', t)
    case 'targetWeight':
      return batch.targetWeight === null ? '' : quantity(batch.targetWeight, 'kg', t, [0, 3])
    case 'siloInterfaceIds':
      return sourceWords('SILO')
    case 'waterInterfaceIds':
      return sourceWords('WATER')
    case 'feedInterfaceIds':
      return sourceWords('FEED')
  }
}
