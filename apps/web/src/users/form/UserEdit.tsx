import type { UserDetails } from '@steading/contract/users/users'
import type { ReactNode } from 'react'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { EditForm } from '../../ui/form/edit/EditForm.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { atPicture } from '../../ui/dropzone/atPicture.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { askedFirst } from '../../ui/overlay/askedFirst.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { AvatarCard } from '../profile/AvatarCard.tsx'
import { ContactsCard } from '../details/ContactsCard.tsx'
import { type EditUserValues, editSchemaOf, toFormValues, toRequest } from './userForm.ts'
import { PersonEntries, StatusEntry } from './UserFields.tsx'
import { RightsEntries } from '../details/RightsFields.tsx'
import { UserConflictPanel } from './UserConflictPanel.tsx'
import { useSelf } from '../profile/useSelf.ts'
import { calls, userQuery, usersChanged } from '../users.queries.ts'

/** Edit form of a user. After a version conflict the typed values stay, and the saved values are shown beside them. */
export default function UserEdit({
  of,
  head,
  leave,
}: {
  of: UserDetails
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}) {
  const sendEdit = useWrite(['users', 'edit'], calls.edit)
  const t = useText()
  const { userId, saved } = useSelf()
  const { form, dirty, submit, ref, rebase } = useEditForm<EditUserValues>({
    initial: toFormValues(of),
    schema: editSchemaOf(of),
    fieldOf: atPicture,
    // The chosen entities belong to the root entity.
    together: [['rootEntityId', 'kept', 'accessEntityIds']],
    save: async values => {
      const send = (isConfirmed: boolean) =>
        sendEdit({ params: { id: of.userId }, query: { confirm: isConfirmed }, ...toRequest(values) })
      const fresh = await askedFirst(send, t)
      if (!fresh) return false
      saved(fresh, of)
      queryClient.setQueryData(userQuery(of.userId).queryKey, fresh)
      await usersChanged()
      toast(t('state.saved'), fresh.displayName)
      leave()
      return undefined
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...userQuery(of.userId), staleTime: 0 }),
    onConflict: now => rebase(toFormValues(now)),
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {latest && <UserConflictPanel base={of} latest={latest} form={form} />}
      <Card title={t('ui.details')}>
        <Entries mode="edit">
          <PersonEntries form={form} of={of} />
          {of.userId !== userId && <StatusEntry form={form} />}
        </Entries>
      </Card>
      <Card title={t('user.rights')}>
        <Entries mode="edit">
          <RightsEntries form={form} of={of} latest={latest} />
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
