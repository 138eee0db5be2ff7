import type { UserDetails } from '@steading/contract/users'
import type { ReactNode } from 'react'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { atPicture } from '../ui/dropzone/atPicture.ts'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { askedFirst } from '../ui/overlay/askedFirst.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { AvatarCard } from './AvatarCard.tsx'
import { ContactsCard } from './ContactsCard.tsx'
import { type EnteredEdit, editSchemaOf, enteredOf, wishOf } from './entered.ts'
import { PersonEntries, StatusEntry } from './PersonEntries.tsx'
import { RightsEntries } from './RightsEntries.tsx'
import { TheirPerson } from './TheirPerson.tsx'
import { useSelf } from './useSelf.ts'
import { calls, userQuery, usersChanged } from './users.queries.ts'

/** A person while somebody changes them. A save that meets somebody else's keeps what was typed and shows theirs. */
export function UserEdit({ of, head, leave }: { of: UserDetails; head: (actions: ReactNode) => ReactNode; leave: () => void }) {
  const t = useText()
  const { userId, saved } = useSelf()
  const { form, dirty, submit, ref, meet } = useEditForm<EnteredEdit>({
    initial: enteredOf(of),
    schema: editSchemaOf(of),
    fieldOf: atPicture,
    // Parts are parts of a root.
    together: [['rootEntityId', 'kept', 'accessEntityIds']],
    save: async values => {
      const send = (isConfirmed: boolean) =>
        calls.edit({ params: { id: of.userId }, query: { confirm: isConfirmed }, ...wishOf(values) })
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
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => queryClient.fetchQuery({ ...userQuery(of.userId), staleTime: 0 }),
    over: now => meet(enteredOf(now)),
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {theirs && <TheirPerson seen={of} theirs={theirs} form={form} />}
      <Card title={t('ui.details')}>
        <Entries mode="edit">
          <PersonEntries form={form} of={of} />
          {of.userId !== userId && <StatusEntry form={form} />}
        </Entries>
      </Card>
      <Card title={t('user.rights')}>
        <Entries mode="edit">
          <RightsEntries form={form} of={of} theirs={theirs} />
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
