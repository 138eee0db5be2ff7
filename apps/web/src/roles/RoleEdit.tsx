import { errorFor } from '../ui/form/edit/errorFor.ts'
import type { RoleDetails } from '@steading/contract/users/roles'
import { PERMISSIONS, type Permission } from '@steading/contract/users/permissions'
import type { Translate } from '@steading/locales/text'
import type { ReactNode } from 'react'
import { data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'
import { useWrite } from '../platform/api/useWrite.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/edit/EditForm.tsx'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { isEqual } from '../ui/form/edit/merge3.ts'
import { type ConflictEntry, ConflictPanel } from '../ui/form/edit/ConflictPanel.tsx'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useSave } from '../ui/form/edit/useSave.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { type EditRoleValues, type RoleForm, editSchema, toFormValues, toRequest } from './roleForm.ts'
import PermissionsField from './PermissionsField.tsx'
import { EVERYTHING, permissionWord, sections } from './permissions.ts'
import { calls, roleQuery, rolesChanged } from './roles.queries.ts'

/** Edit form of a role. After a version conflict the typed values stay, and the saved values are shown beside them. */
export default function RoleEdit({
  of,
  head,
  leave,
}: {
  of: RoleDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const sendEdit = useWrite(['roles', 'edit'], calls.edit)
  const t = useText()
  const { form, dirty, submit, ref, rebase } = useEditForm<EditRoleValues>({
    initial: toFormValues(of),
    schema: editSchema,
    save: async values => {
      const fresh = await data(sendEdit({ params: { id: of.id }, body: toRequest(values) }))
      queryClient.setQueryData(roleQuery(of.id).queryKey, fresh)
      await rolesChanged()
      toast(t('state.saved'), fresh.name)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...roleQuery(of.id), staleTime: 0 }),
    onConflict: now => rebase(toFormValues(now)),
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && <ConflictPanel who={latest.lastUpdatedBy?.shortName} entries={conflictEntries(of, latest, form, t)} />}
      <Card title={t('ui.details')}>
        <div className="stack">
          <Entries mode="edit">
            <TextField label={t('ui.name')} required max={50} autoComplete="off" {...form.getInputProps('name')} />
          </Entries>
          {of.users > 0 && (
            <Note>
              {t('role.users', { count: of.users })}. {t('role.atOnce')}
            </Note>
          )}
        </div>
      </Card>
      <PermissionsField
        value={form.values.permissions}
        onChange={permissions => form.setFieldValue('permissions', permissions)}
        error={errorFor(form.errors, 'permissions')}
      />
    </EditForm>
  )
}

/** Fields of a role that another user saved: name, and permissions added (+) or removed (−). */
function conflictEntries(base: RoleDetails, latest: RoleDetails, form: RoleForm, t: Translate): ConflictEntry[] {
  const entries: ConflictEntry[] = []
  if (latest.name !== base.name)
    entries.push({
      key: 'name',
      label: t('ui.name'),
      value: latest.name,
      isTaken: form.values.name === latest.name,
      take: () => form.setFieldValue('name', latest.name),
    })
  const added = latest.permissions.filter(key => !base.permissions.includes(key)).map(key => `+ ${spoken(key, t)}`)
  const removed = base.permissions.filter(key => !latest.permissions.includes(key)).map(key => `− ${spoken(key, t)}`)
  if (added.length + removed.length > 0)
    entries.push({
      key: 'permissions',
      label: t('role.permissions'),
      value: [...added, ...removed].join(', '),
      isTaken: isEqual(form.values.permissions, latest.permissions),
      take: () => form.setFieldValue('permissions', latest.permissions),
    })
  return entries
}

function spoken(key: Permission, t: Translate): string {
  const word = permissionWord(key)
  const category = sections
    .flatMap(section => Object.entries(section.categories))
    .find(([name]) => name === PERMISSIONS[key].category)?.[1]
  if (key === EVERYTHING || !category || !word) return t('role.everything')
  return `${t(category)}: ${t(word)}`
}
