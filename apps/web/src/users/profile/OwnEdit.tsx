import type { UserDetails } from '@steading/contract/users/users'
import type { ReactNode } from 'react'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { EditForm } from '../../ui/form/edit/EditForm.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { atPicture } from '../../ui/dropzone/atPicture.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { AvatarCard } from './AvatarCard.tsx'
import { ContactsCard } from '../details/ContactsCard.tsx'
import { type EditSelfValues, toSelfValues, selfSchema, toSelfRequest } from '../form/userForm.ts'
import { NameEntries, ReachEntries } from '../form/UserFields.tsx'
import { ownChanged, ownQuery } from './profile.queries.ts'
import { UserConflictPanel } from '../form/UserConflictPanel.tsx'
import { useSelf } from './useSelf.ts'
import { calls } from '../users.queries.ts'

/** Oneself while one changes it: neither rights nor address. The page speaks the new language at once. */
export default function OwnEdit({
  of,
  head,
  leave,
}: {
  of: UserDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const sendEditPersonal = useWrite(['users', 'editPersonal'], calls.editPersonal)
  const t = useText()
  const { saved } = useSelf()
  const { form, dirty, submit, ref, rebase } = useEditForm<EditSelfValues>({
    initial: toSelfValues(of),
    schema: selfSchema,
    fieldOf: atPicture,
    save: async values => {
      const fresh = await data(sendEditPersonal(toSelfRequest(values)))
      saved(fresh, of)
      queryClient.setQueryData(ownQuery.queryKey, fresh)
      await ownChanged()
      toast(t('state.saved'), fresh.displayName)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...ownQuery, staleTime: 0 }),
    onConflict: now => rebase(toSelfValues(now)),
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && <UserConflictPanel base={of} latest={latest} form={form} />}
      <Card title={t('ui.details')}>
        <Entries mode="edit">
          <NameEntries form={form} />
          <ReachEntries form={form} />
        </Entries>
      </Card>
      <ContactsCard form={form} mode="edit" />
      <AvatarCard
        form={form}
        of={of}
        removed={form.values.removeAvatar}
        onRemove={removed => form.setFieldValue('removeAvatar', removed)}
      />
    </EditForm>
  )
}
