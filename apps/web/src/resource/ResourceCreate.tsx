import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { PlaceField, useStart } from '../entities/index.ts'
import type { StartEntity } from '../entities/index.ts'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/edit/CreateForm.tsx'
import { errorFor } from '../ui/form/edit/errorFor.ts'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { entriesChanged } from './queries.ts'
import type { Resource } from './resource.tsx'
import { ResourceFields } from './ResourceFields.tsx'

/** A new entry of a resource. */
export function ResourceCreate({ of: resource }: { of: Resource }) {
  const start = useStart()
  return start === undefined ? <Skeletons rows={6} /> : <NewEntry resource={resource} start={start} />
}

function NewEntry({ resource, start }: { resource: Resource; start: StartEntity }) {
  const sendCreate = useWrite([resource.name, 'create'], resource.calls.create)
  const t = useText()
  const go = useGo()
  const [place, setPlace] = useState<StartEntity>(start)
  // The button that was pressed says what follows.
  const isAnother = useRef(false)
  const blank = Object.fromEntries(resource.fields.map(({ key, initial }) => [key, initial]))
  const { form, submit, ref, resetTo } = useEditForm<Record<string, unknown>>({
    initial: { entityId: start?.id ?? null, ...blank },
    schema: resource.schemas.create,
    refusedAt: { [resource.nameInUse]: resource.uniqueField ?? 'displayName' },
    save: async values => {
      const entry = await data(sendCreate({ body: values as never }))
      await entriesChanged(resource)
      toast(t('book.created'), entry.displayName)
      await resource.created?.(entry, t)
      if (isAnother.current) resetTo({ entityId: values.entityId, ...blank })
      else go(resource.paths.details(entry.id))
      isAnother.current = false
    },
  })
  return (
    <CreateForm
      title={t(resource.words.new)}
      back={{ href: listHref(resource.paths.list), label: t(resource.words.many) }}
      form={{ submit, ref }}
      footer={
        <Button type="submit" variant="default" onClick={() => (isAnother.current = true)}>
          {t('ui.createAnother')}
        </Button>
      }
    >
      <Card title={t('ui.details')}>
        <div className="stack">
          {resource.start?.(values => form.setValues(values))}
          <ResourceFields of={resource} form={form} mode="create" />
          <Entries mode="create">
            <PlaceField
              label={t(resource.words.place ?? 'role.madeAt')}
              value={place ?? undefined}
              error={errorFor(form.errors, 'entityId')}
              onChange={({ id, name }) => {
                setPlace({ id, displayName: name })
                form.setFieldValue('entityId', id)
              }}
            />
          </Entries>
          <Note>{t(resource.words.placeHint ?? 'book.madeAtHint')}</Note>
        </div>
      </Card>
    </CreateForm>
  )
}
