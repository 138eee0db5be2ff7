import { useForm } from '@mantine/form'
import type { UserDetails } from '@steading/contract/users'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Entries, Shown } from '../ui/form/Entries.tsx'
import { Link } from '../ui/Link.tsx'
import { Card } from '../ui/page/Card.tsx'
import { LongList } from '../ui/page/LongList.tsx'
import { ContactsCard } from './ContactsCard.tsx'
import { type EnteredEdit, enteredOf } from './entered.ts'
import { PersonEntries } from './PersonEntries.tsx'
import { RightsEntries } from './RightsEntries.tsx'

/** What is known of a person. */
export function UserInfo({ of }: { of: UserDetails }) {
  const t = useText()
  const may = useMay()
  const form = useForm<EnteredEdit>({ initialValues: enteredOf(of) })
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
            <Shown label={t('user.responsibleFor')}>
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
            </Shown>
          )}
        </Entries>
      </Card>
      <ContactsCard form={form} mode="view" />
    </>
  )
}
