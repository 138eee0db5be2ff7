import type { Weighing } from '@steading/contract/production/weighings'
import { dateTime, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useState } from 'react'
import { type ConflictField, conflictEntries, kilograms, type RecordEditProps } from '../animalMovements/index.ts'
import { clock } from '../platform/page/clock.ts'
import { useText } from '../platform/texts.tsx'
import { ConflictPanel } from '../ui/form/edit/ConflictPanel.tsx'
import { createFieldSetter } from '../ui/form/edit/createFieldSetter.ts'
import { EditForm } from '../ui/form/edit/EditForm.tsx'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useSave } from '../ui/form/edit/useSave.ts'
import { toast } from '../ui/overlay/toast.ts'
import { methodKey, weighedAsKey, WeighingFields } from './WeighingFields.tsx'
import { refusedAt, toEditRequest, validate, valuesOf, type WeighingFormValues } from './weighingForm.ts'
import { editWeighing, freshWeighing } from './weighings.queries.ts'

const conflictFields = (t: Translate, zone: string): readonly ConflictField<WeighingFormValues>[] => [
  { key: 'timestamp', label: t('movement.time'), words: values => dateTime(values.timestamp, zone, t) },
  { key: 'method', label: t('weighing.method'), words: values => t(methodKey[values.method]) },
  { key: 'weighedAs', label: t('weighing.weighedAs'), words: values => t(weighedAsKey[values.weighedAs]) },
  {
    key: 'weights',
    label: t('weighing.singleWeights'),
    words: values => values.weights.map(weight => kilograms(weight, t)).join('; '),
  },
  { key: 'number', label: t('movement.number'), words: values => number(values.number, t, 0) },
  { key: 'totalWeight', label: t('movement.loadWeight'), words: values => kilograms(values.totalWeight ?? null, t) },
  { key: 'notes', label: t('ui.notes'), words: values => values.notes },
]

/** A weighing while somebody changes it. A conflict keeps what was typed and shows what the other user saved. */
export default function WeighingEdit({ record, head, leave }: RecordEditProps<Weighing>) {
  const t = useText()
  const [version, setVersion] = useState(record.version)
  const { form, dirty, submit, ref, rebase } = useEditForm<WeighingFormValues>({
    initial: valuesOf(record),
    validate: values => validate(values, clock.now(), t),
    refusedAt,
    save: async values => {
      const saved = await editWeighing(record.id, toEditRequest(values, version))
      toast(t('state.saved'), saved.batch.code)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => freshWeighing(record.id),
    onConflict: now => {
      setVersion(now.version)
      rebase(valuesOf(now))
    },
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && (
        <ConflictPanel
          who={latest.lastUpdatedBy?.shortName}
          entries={conflictEntries(form, valuesOf(record), valuesOf(latest), conflictFields(t, record.timeZone))}
        />
      )}
      <WeighingFields mode="edit" values={form.values} errors={form.errors} set={createFieldSetter(form)} isScoped />
    </EditForm>
  )
}
