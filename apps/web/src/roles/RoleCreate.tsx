import { wrongWith } from '../ui/form/wrongWith.ts'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { PlaceField, useStart } from '../entities/index.ts'
import type { Start } from '../entities/index.ts'
import { data } from '../platform/api.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/CreateForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { type EnteredNew, newSchema, wishOf } from './entered.ts'
import { PermissionsField } from './PermissionsField.tsx'
import { calls, rolesChanged } from './roles.queries.ts'

/** A new role; nobody puts into it what they do not hold. */
export default function RoleCreate() {
  const start = useStart()
  return start === undefined ? <Skeletons rows={6} /> : <NewRole start={start} />
}

function NewRole({ start }: { start: Start }) {
  const t = useText()
  const go = useGo()
  const [place, choose] = useState<Start>(start)
  const { form, submit, ref } = useEditForm<EnteredNew>({
    initial: { entityId: start?.id ?? null, name: '', permissions: [] },
    schema: newSchema,
    save: async values => {
      const fresh = await data(calls.create({ body: newSchema.parse(wishOf(values)) }))
      await rolesChanged()
      toast(t('role.created'), fresh.name)
      go(to('/system/roles/details/{roleid}', { roleid: fresh.id }))
    },
  })
  return (
    <CreateForm title={t('role.new')} back={{ href: listHref('/system/roles'), label: t('nav.roles') }} form={{ submit, ref }}>
      <div className="stack">
        <Card title={t('ui.details')}>
          <div className="stack">
            <Entries mode="create">
              <TextField label={t('ui.name')} required max={50} autoComplete="off" {...form.getInputProps('name')} />
              <PlaceField
                label={t('role.madeAt')}
                value={place ?? undefined}
                error={wrongWith(form.errors, 'entityId')}
                onChange={({ id, name }) => {
                  choose({ id, displayName: name })
                  form.setFieldValue('entityId', id)
                }}
              />
            </Entries>
            <Note>{t('role.madeAtHint')}</Note>
          </div>
        </Card>
        <PermissionsField
          value={form.values.permissions}
          onChange={permissions => form.setFieldValue('permissions', permissions)}
          error={wrongWith(form.errors, 'permissions')}
        />
      </div>
    </CreateForm>
  )
}
