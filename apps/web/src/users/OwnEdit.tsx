import type { UserDetails } from '@steading/contract/users'
import type { ReactNode } from 'react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { atPicture } from '../ui/dropzone/atPicture.ts'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { AvatarCard } from './AvatarCard.tsx'
import { ContactsCard } from './ContactsCard.tsx'
import { type EnteredSelf, enteredSelf, selfSchema, selfWishOf } from './entered.ts'
import { NameEntries, ReachEntries } from './PersonEntries.tsx'
import { ownChanged, ownQuery } from './profile.queries.ts'
import { TheirPerson } from './TheirPerson.tsx'
import { useSelf } from './useSelf.ts'
import { calls } from './users.queries.ts'

/** Oneself while one changes it: neither rights nor address. The page speaks the new language at once. */
export function OwnEdit({ of, head, leave }: { of: UserDetails; head: (actions: ReactNode) => ReactNode; leave: () => void }) {
  const t = useText()
  const { saved } = useSelf()
  const { form, dirty, submit, ref, meet } = useEditForm<EnteredSelf>({
    initial: enteredSelf(of),
    schema: selfSchema,
    fieldOf: atPicture,
    save: async values => {
      const fresh = await data(calls.editPersonal(selfWishOf(values)))
      saved(fresh, of)
      queryClient.setQueryData(ownQuery.queryKey, fresh)
      await ownChanged()
      toast(t('state.saved'), fresh.displayName)
      leave()
    },
  })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => queryClient.fetchQuery({ ...ownQuery, staleTime: 0 }),
    over: now => meet(enteredSelf(now)),
  })
  return (
    <EditForm head={head} dirty={dirty} busy={busy} save={save} leave={leave} formRef={ref}>
      {theirs && <TheirPerson seen={of} theirs={theirs} form={form} />}
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
