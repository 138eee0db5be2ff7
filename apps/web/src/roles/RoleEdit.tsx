import { wrongWith } from '../ui/form/wrongWith.ts'
import type { RoleDetails } from '@steading/contract/roles'
import { PERMISSIONS, type Permission } from '@steading/contract/permissions'
import type { Translate } from '@steading/locales/text'
import type { ReactNode } from 'react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { same } from '../ui/form/met.ts'
import { type TheirEntry, Theirs } from '../ui/form/Theirs.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { type EnteredEdit, type RoleForm, editSchema, enteredOf, wishOf } from './entered.ts'
import { PermissionsField } from './PermissionsField.tsx'
import { EVERYTHING, permissionWord, sections } from './permissions.ts'
import { calls, roleQuery, rolesChanged } from './roles.queries.ts'

/** A role while somebody changes it. A save that meets somebody else's keeps what was typed and shows theirs. */
export function RoleEdit({ of, head, leave }: { of: RoleDetails; head: (actions: ReactNode) => ReactNode; leave: () => void }) {
  const t = useText()
  const { form, dirty, submit, ref, meet } = useEditForm<EnteredEdit>({
    initial: enteredOf(of),
    schema: editSchema,
    save: async values => {
      const fresh = await data(calls.edit({ params: { id: of.id }, body: wishOf(values) }))
      queryClient.setQueryData(roleQuery(of.id).queryKey, fresh)
      await rolesChanged()
      toast(t('state.saved'), fresh.name)
      leave()
    },
  })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => queryClient.fetchQuery({ ...roleQuery(of.id), staleTime: 0 }),
    over: now => meet(enteredOf(now)),
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {theirs && <Theirs who={theirs.lastUpdatedBy?.shortName} entries={theirEntries(of, theirs, form, t)} />}
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
        error={wrongWith(form.errors, 'permissions')}
      />
    </EditForm>
  )
}

/** What somebody else saved of a role: its name, and which permissions they put in (+) or took out (−). */
function theirEntries(seen: RoleDetails, theirs: RoleDetails, form: RoleForm, t: Translate): TheirEntry[] {
  const entries: TheirEntry[] = []
  if (theirs.name !== seen.name)
    entries.push({
      key: 'name',
      label: t('ui.name'),
      said: theirs.name,
      taken: form.values.name === theirs.name,
      take: () => form.setFieldValue('name', theirs.name),
    })
  const added = theirs.permissions.filter(key => !seen.permissions.includes(key)).map(key => `+ ${spoken(key, t)}`)
  const removed = seen.permissions.filter(key => !theirs.permissions.includes(key)).map(key => `− ${spoken(key, t)}`)
  if (added.length + removed.length > 0)
    entries.push({
      key: 'permissions',
      label: t('role.permissions'),
      said: [...added, ...removed].join(', '),
      taken: same(form.values.permissions, theirs.permissions),
      take: () => form.setFieldValue('permissions', theirs.permissions),
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
