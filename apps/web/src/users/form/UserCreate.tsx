import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { CreateUser } from '@steading/contract/users/users'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { parseSearch } from '../../platform/navigation/search.ts'
import { useStart } from '../../entities/index.ts'
import type { StartEntity } from '../../entities/index.ts'
import { useSignedIn } from '../../platform/session/session.ts'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { atPicture } from '../../ui/dropzone/atPicture.ts'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useGo } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { AvatarCard } from '../profile/AvatarCard.tsx'
import { ContactsCard } from '../details/ContactsCard.tsx'
import { type CreateUserValues, nextValues, emptyValues, newSchema, toRequest } from './userForm.ts'
import { PersonEntries } from './UserFields.tsx'
import { RightsEntries } from '../details/RightsFields.tsx'
import { calls, usersChanged } from '../users.queries.ts'

/** Creates a user, who gets an invitation by e-mail. `?roleId=` selects the role. */
export default function UserCreate() {
  const start = useStart()
  return start === undefined ? <Skeletons rows={8} /> : <NewUser start={start} />
}

function NewUser({ start }: { start: StartEntity }) {
  const sendCreate = useWrite(['users', 'create'], calls.create)
  const t = useText()
  const go = useGo()
  const { timeZone } = useSignedIn()
  const { language } = useLanguage()
  const { roleId } = parseSearch(useRouterState({ select: state => state.location.searchStr }))
  const [createAnother, setCreateAnother] = useState(false)
  const [createdCount, setCreatedCount] = useState(0)
  const { form, resetTo, submit, ref } = useEditForm<CreateUserValues>({
    initial: { ...emptyValues(start?.id ?? null, language, timeZone), roleId: typeof roleId === 'string' ? roleId : null },
    schema: newSchema,
    fieldOf: atPicture,
    refusedAt: { USER_EMAIL_ALREADY_EXISTS: 'email' },
    save: async values => {
      const { body, files } = toRequest(values)
      const fresh = await data(sendCreate({ body: CreateUser.parse(body), files }))
      await usersChanged()
      toast(t('user.created'), t('user.invited', { email: fresh.email }))
      if (createAnother) {
        resetTo(nextValues(values))
        setCreatedCount(createdCount + 1)
      } else go(to('/system/users/details/{userid}', { userid: fresh.userId }))
    },
  })
  return (
    <CreateForm
      key={createdCount}
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
          checked={createAnother}
          onChange={event => setCreateAnother(event.currentTarget.checked)}
          className="create-another"
        />
      </div>
    </CreateForm>
  )
}
