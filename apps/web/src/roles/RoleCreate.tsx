import { wrongWith } from '../ui/form/wrongWith.ts'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { PlaceField } from '../entities/index.ts'
import { data } from '../platform/api.ts'
import { useSignedIn } from '../platform/session.ts'
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
import { type EnteredNew, newSchema, wishOf } from './entered.ts'
import { PermissionsField } from './PermissionsField.tsx'
import { calls, rolesChanged } from './roles.queries.ts'

/** A new role; nobody puts into it what they do not hold. */
export default function RoleCreate() {
  const t = useText()
  const go = useGo()
  const { rootEntity } = useSignedIn()
  const [place, choose] = useState({ id: rootEntity.id, displayName: rootEntity.name })
  const { form, submit, ref } = useEditForm<EnteredNew>({
    initial: { entityId: rootEntity.id, name: '', permissions: [] },
    schema: newSchema,
    save: async values => {
      const fresh = await data(calls.create({ body: wishOf(values) }))
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
                value={place}
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
