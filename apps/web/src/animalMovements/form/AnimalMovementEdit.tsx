import { type AnimalMovement } from '@steading/contract/production/animalMovements'
import { dateTime, missing, number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clock } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { attachmentConflict } from '../../ui/attachments/attachmentConflict.ts'
import { AttachmentsField } from '../../ui/attachments/AttachmentsField.tsx'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { EditForm } from '../../ui/form/edit/EditForm.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { batchReasonsQuery, editMovement, freshMovement } from '../animalMovements.queries.ts'
import { movementTitle } from '../movementKinds.ts'
import { type ConflictField, conflictEntries } from '../common/conflictEntries.ts'
import { nameOf } from '@steading/locales/production'
import type { RecordEditProps } from '../common/RecordPage.tsx'
import { fileLimits } from '../common/fileLimits.ts'
import { kilograms } from '../common/weights.ts'
import { AnimalFields } from './AnimalFields.tsx'
import { type AnimalFormValues, refusedAt, toEditRequest, toFormField, validate, valuesOf } from './animalForm.ts'

const conflictFields = (
  t: Translate,
  zone: string,
  reasonName: (id: string | null) => string,
): readonly ConflictField<AnimalFormValues>[] => [
  { key: 'timestamp', label: t('movement.time'), words: values => dateTime(values.timestamp, zone, t) },
  { key: 'number', label: t('movement.number'), words: values => number(values.number, t, 0) },
  { key: 'weight', label: t('movement.loadWeight'), words: values => kilograms(values.weight ?? null, t) },
  { key: 'age', label: t('movement.age'), words: values => number(values.age, t, 0) },
  { key: 'deathReasonId', label: t('deathReason.one'), words: values => reasonName(values.deathReasonId) },
  { key: 'typeDescription', label: t('movement.description'), words: values => values.typeDescription },
  { key: 'pending', label: t('movement.pending'), words: values => t(values.pending ? 'ui.yes' : 'ui.no') },
]

/** An animal movement while somebody changes it. A conflict keeps what was typed and shows what the other user saved. */
export default function AnimalMovementEdit({ record, head, leave }: RecordEditProps<AnimalMovement>) {
  const t = useText()
  const [base, setBase] = useState(record)
  const { data: reasons = [] } = useQuery(batchReasonsQuery(record.batch.id))
  const reasonName = (id: string | null) => {
    const reason = reasons.find(choice => choice.id === id)
    return reason ? nameOf(reason, t.language) : missing
  }
  const { form, dirty, submit, ref, rebase } = useEditForm<AnimalFormValues>({
    initial: valuesOf(record),
    validate: values => validate(values, { isNew: false }, clock.now(), t),
    fieldOf: toFormField,
    refusedAt,
    save: async values => {
      const saved = await editMovement(record.id, toEditRequest(values, base.version), values.files)
      toast(t('state.saved'), movementTitle(saved, t))
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => freshMovement(record.id),
    onConflict: now => {
      setBase(now)
      rebase({ ...valuesOf(now), files: form.getValues().files, removed: form.getValues().removed })
    },
  })
  const set = createFieldSetter(form)
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && (
        <ConflictPanel
          who={latest.lastUpdatedBy?.shortName}
          entries={[
            ...conflictEntries(form, valuesOf(record), valuesOf(latest), conflictFields(t, record.timeZone, reasonName)),
            ...attachmentConflict(record.attachments, latest.attachments, t),
          ]}
        />
      )}
      <AnimalFields mode="edit" values={form.values} errors={form.errors} set={set} isScoped movementId={record.id} />
      <AttachmentsField values={form.values} attachments={base.attachments} limits={fileLimits} errors={form.errors} set={set} />
    </EditForm>
  )
}
