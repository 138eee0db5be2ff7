import type { FeedMovement } from '@steading/contract/production/feedMovements'
import { dateTime } from '@steading/locales/format'
import { nameOf } from '@steading/locales/production'
import type { Translate } from '@steading/locales/text'
import { useState } from 'react'
import { type ConflictField, conflictEntries, fileLimits, kilograms, type RecordEditProps } from '../../animalMovements/index.ts'
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
import { feedTitle } from '../feedKinds.ts'
import { editFeedMovement, freshFeedMovement } from '../feedMovements.queries.ts'
import { FeedFields } from './FeedFields.tsx'
import { type FeedFormValues, refusedAt, toEditRequest, toFormField, validate, valuesOf } from './feedForm.ts'

const conflictFields = (t: Translate, latest: FeedMovement): readonly ConflictField<FeedFormValues>[] => [
  { key: 'timestamp', label: t('movement.time'), words: values => dateTime(values.timestamp, latest.timeZone, t) },
  { key: 'feedTypeId', label: t('feed.type'), words: () => (latest.feedType ? nameOf(latest.feedType, t.language) : '') },
  { key: 'weight', label: t('feed.weight'), words: values => kilograms(values.weight ?? null, t) },
  { key: 'feedFactoryId', label: t('feed.factory'), words: () => latest.feedFactory?.displayName ?? '' },
  { key: 'typeDescription', label: t('movement.description'), words: values => values.typeDescription },
  { key: 'pending', label: t('movement.pending'), words: values => t(values.pending ? 'ui.yes' : 'ui.no') },
]

/** A feed movement while somebody changes it. A conflict keeps what was typed and shows what the other user saved. */
export default function FeedMovementEdit({ record, head, leave }: RecordEditProps<FeedMovement>) {
  const t = useText()
  const [base, setBase] = useState(record)
  const { form, dirty, submit, ref, rebase } = useEditForm<FeedFormValues>({
    initial: valuesOf(record),
    validate: values => validate(values, false, clock.now(), t),
    fieldOf: toFormField,
    refusedAt,
    save: async values => {
      const saved = await editFeedMovement(record.id, toEditRequest(values, base.version), values.files)
      toast(t('state.saved'), feedTitle(saved, t))
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => freshFeedMovement(record.id),
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
            ...conflictEntries(form, valuesOf(record), valuesOf(latest), conflictFields(t, latest)),
            ...attachmentConflict(record.attachments, latest.attachments, t),
          ]}
        />
      )}
      <FeedFields mode="edit" values={form.values} errors={form.errors} set={set} isScoped />
      <AttachmentsField values={form.values} attachments={base.attachments} limits={fileLimits} errors={form.errors} set={set} />
    </EditForm>
  )
}
