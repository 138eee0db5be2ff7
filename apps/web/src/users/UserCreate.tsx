import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { CreateUser } from '@steading/contract/users'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { to } from '../app/index.ts'
import { data } from '../platform/api.ts'
import { parseSearch } from '../platform/search.ts'
import { useStart } from '../entities/index.ts'
import type { Start } from '../entities/index.ts'
import { useSignedIn } from '../platform/session.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/CreateForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { atPicture } from '../ui/dropzone/atPicture.ts'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { AvatarCard } from './AvatarCard.tsx'
import { ContactsCard } from './ContactsCard.tsx'
import { type EnteredNew, another, blank, newSchema, wishOf } from './entered.ts'
import { PersonEntries } from './PersonEntries.tsx'
import { RightsEntries } from './RightsEntries.tsx'
import { calls, usersChanged } from './users.queries.ts'

/** A new person, who is mailed an invitation. `?roleId=` gives the role at once. */
export default function UserCreate() {
  const start = useStart()
  return start === undefined ? <Skeletons rows={8} /> : <NewUser start={start} />
}

function NewUser({ start }: { start: Start }) {
  const t = useText()
  const go = useGo()
  const { timeZone } = useSignedIn()
  const { language } = useLanguage()
  const { roleId } = parseSearch(useRouterState({ select: state => state.location.searchStr }))
  const [again, setAgain] = useState(false)
  const [made, count] = useState(0)
  const { form, anew, submit, ref } = useEditForm<EnteredNew>({
    initial: { ...blank(start?.id ?? null, language, timeZone), roleId: typeof roleId === 'string' ? roleId : null },
    schema: newSchema,
    fieldOf: atPicture,
    refusedAt: { USER_EMAIL_ALREADY_EXISTS: 'email' },
    save: async values => {
      const { body, files } = wishOf(values)
      const fresh = await data(calls.create({ body: CreateUser.parse(body), files }))
      await usersChanged()
      toast(t('user.created'), t('user.invited', { email: fresh.email }))
      if (again) {
        anew(another(values))
        count(made + 1)
      } else go(to('/system/users/details/{userid}', { userid: fresh.userId }))
    },
  })
  return (
    <CreateForm
      key={made}
      title={t('user.new')}
      back={{ href: listHref('/system/users'), label: t('nav.users') }}
      form={{ submit, ref }}
    >
      <div className="stack">
        <Card title={t('ui.details')}>
          <Entries mode="create">
            <PersonEntries form={form} />
          </Entries>
        </Card>
        <Card title={t('user.rights')}>
          <Entries mode="create">
            <RightsEntries form={form} start={start} />
          </Entries>
        </Card>
        <ContactsCard form={form} mode="create" />
        <AvatarCard form={form} />
        <Checkbox
          label={t('ui.createAnother')}
          checked={again}
          onChange={event => setAgain(event.currentTarget.checked)}
          className="create-another"
        />
      </div>
    </CreateForm>
  )
}
