import { BOOK_STATUSES } from '@steading/contract/entities/book'
import type { TextKey } from '@steading/locales/text'
import type { ReactNode } from 'react'
import { data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useText } from '../platform/texts.tsx'
import { ConflictPanel } from '../ui/form/edit/ConflictPanel.tsx'
import { EditForm } from '../ui/form/edit/EditForm.tsx'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { isEqual } from '../ui/form/edit/merge3.ts'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useSave } from '../ui/form/edit/useSave.ts'
import { ChoiceField } from '../ui/form/fields/ChoiceField.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { entriesChanged, entryQuery } from './queries.ts'
import { valueOf } from './resource.tsx'
import type { Entry, EntryDetails, Resource } from './resource.tsx'
import { ResourceFields } from './ResourceFields.tsx'
import { statusKey } from './ResourceList.tsx'

/** What a form holds of an entry: its fields, status and version. */
const valuesOf = ({ fields }: Resource, entry: Entry): Record<string, unknown> => ({
  ...Object.fromEntries(fields.map(field => [field.key, valueOf(entry, field)])),
  status: entry.status,
  version: entry.version,
})

/** An entry while somebody changes it. A save that rebases another one keeps what was typed and shows what the other one saved. */
export default function ResourceEdit({
  resource,
  entry,
  head,
  leave,
}: {
  resource: Resource
  entry: EntryDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const sendEdit = useWrite([resource.name, 'edit'], resource.calls.edit)
  const t = useText()
  const { form, dirty, submit, ref, rebase } = useEditForm<Record<string, unknown>>({
    initial: valuesOf(resource, entry),
    schema: resource.schemas.edit,
    refusedAt: { [resource.nameInUse]: resource.uniqueField ?? 'displayName' },
    save: async values => {
      const saved = await data(sendEdit({ params: { id: entry.id }, body: values as never }))
      queryClient.setQueryData(entryQuery(resource, entry.id).queryKey, saved)
      await entriesChanged(resource)
      toast(t('state.saved'), saved.displayName)
      leave()
    },
  })
  const {
    busy,
    save,
    latest: other,
  } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...entryQuery(resource, entry.id), staleTime: 0 }),
    onConflict: current => rebase(valuesOf(resource, current)),
  })
  const conflictAt = (now: EntryDetails, key: string, label: TextKey, shown: (entry: Entry) => ReactNode) => {
    const saved = valueOf(now, { key })
    const isTaken = isEqual(form.values[key], saved)
    return isEqual(valueOf(entry, { key }), saved)
      ? []
      : [{ key, label: t(label), value: shown(now), isTaken, take: () => form.setFieldValue(key, saved) }]
  }
  const conflicts = other
    ? [
        ...resource.fields.flatMap(field =>
          conflictAt(other, field.key, field.label, now => field.shown(valueOf(now, field), t)),
        ),
        ...conflictAt(other, 'status', 'book.status', now => t(statusKey[now.status])),
      ]
    : []
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {other && <ConflictPanel who={other.lastUpdatedBy?.shortName} entries={conflicts} />}
      <Card title={t('ui.details')}>
        <div className="stack">
          <ResourceFields of={resource} form={form} mode="edit" />
          <Entries mode="edit">
            <ChoiceField
              label={t('book.status')}
              options={BOOK_STATUSES.map(value => ({ value, label: t(statusKey[value]) }))}
              value={form.values.status as Entry['status']} // safe: a status of the entry or of its choice
              onChange={status => form.setFieldValue('status', status)}
            />
          </Entries>
        </div>
      </Card>
    </EditForm>
  )
}
