import { errorFor } from '../ui/form/edit/errorFor.ts'
import { useState } from 'react'
import { to } from '../platform/navigation/paths.ts'
import { PlaceField, useStart } from '../entities/index.ts'
import type { StartEntity } from '../entities/index.ts'
import { data } from '../platform/api/api.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/edit/CreateForm.tsx'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { type CreateRoleValues, newSchema, toRequest } from './roleForm.ts'
import PermissionsField from './PermissionsField.tsx'
import { calls, rolesChanged } from './roles.queries.ts'

/** Creates a role. Users can grant only permissions that they have. */
export default function RoleCreate() {
  const start = useStart()
  return start === undefined ? <Skeletons rows={6} /> : <NewRole start={start} />
}

function NewRole({ start }: { start: StartEntity }) {
  const sendCreate = useWrite(['roles', 'create'], calls.create)
  const t = useText()
  const go = useGo()
  const [place, choose] = useState<StartEntity>(start)
  const { form, submit, ref } = useEditForm<CreateRoleValues>({
    initial: { entityId: start?.id ?? null, name: '', permissions: [] },
    schema: newSchema,
    save: async values => {
      const fresh = await data(sendCreate({ body: newSchema.parse(toRequest(values)) }))
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
                error={errorFor(form.errors, 'entityId')}
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
          error={errorFor(form.errors, 'permissions')}
        />
      </div>
    </CreateForm>
  )
}
