import { useForm } from '@mantine/form'
import type { UserDetails } from '@steading/contract/users/users'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries, ReadOnlyField } from '../../ui/form/edit/FormFields.tsx'
import { Link } from '../../ui/Link.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { LongList } from '../../ui/page/LongList.tsx'
import { ContactsCard } from './ContactsCard.tsx'
import { type EditUserValues, toFormValues } from '../form/userForm.ts'
import { PersonEntries } from '../form/UserFields.tsx'
import { RightsEntries } from './RightsFields.tsx'

/** What is known of a person. */
export function UserInfo({ of }: { of: UserDetails }) {
  const t = useText()
  const may = useMay()
  const form = useForm<EditUserValues>({ initialValues: toFormValues(of) })
  return (
    <>
      <Card title={t('ui.details')}>
        <Entries mode="view">
          <PersonEntries form={form} of={of} />
        </Entries>
      </Card>
      <Card title={t('user.rights')}>
        <Entries mode="view">
          <RightsEntries form={form} of={of} />
          {of.responsibleFor.length > 0 && (
            <ReadOnlyField label={t('user.responsibleFor')}>
              <LongList
                items={of.responsibleFor.map(({ id, displayName }) => ({
                  key: id,
                  content: may('entities.read') ? (
                    <Link href={to('/system/entities/{entityid}/details', { entityid: id })}>{displayName}</Link>
                  ) : (
                    displayName
                  ),
                }))}
              />
            </ReadOnlyField>
          )}
        </Entries>
      </Card>
      <ContactsCard form={form} mode="view" />
    </>
  )
}
