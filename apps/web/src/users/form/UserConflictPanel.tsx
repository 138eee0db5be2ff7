import type { Language } from '@steading/contract/users/languages'
import type { UserDetails } from '@steading/contract/users/users'
import { languageNames } from '@steading/locales/languages'
import type { Translate } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'
import { spokenPhone } from '../../ui/form/input/phones.ts'
import { isEqual } from '../../ui/form/edit/merge3.ts'
import { ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { linesOf } from '../details/ContactsCard.tsx'
import { type EditUserValues, type Field, changedFields, toFormValues } from './userForm.ts'
import { choiceValue, dateFormats, numberFormats } from './notationChoices.ts'
import { fieldWord, statusWord } from '../list/userStatus.tsx'

/** Version conflict of a user form. */
export function UserConflictPanel({
  base,
  latest,
  form,
}: {
  base: UserDetails
  latest: UserDetails
  /** Form of a user, or of the own profile, which has fewer fields. */
  form: { readonly values: object; setFieldValue(field: string, value: unknown): void }
}) {
  const t = useText()
  const values = toFormValues(latest)
  const mine = form.values as Partial<EditUserValues> // safe: of oneself it lacks what one may not change
  const isTaken = (field: Field) =>
    field === 'access'
      ? isEqual([mine.kept, mine.accessEntityIds], [values.kept, values.accessEntityIds])
      : isEqual(mine[field], values[field])
  const take = (field: Field) => {
    if (field !== 'access') return form.setFieldValue(field, values[field])
    form.setFieldValue('kept', values.kept)
    form.setFieldValue('accessEntityIds', values.accessEntityIds)
  }
  return (
    <ConflictPanel
      who={latest.lastUpdatedBy?.shortName}
      entries={changedFields(toFormValues(base), values)
        .filter(field => (field === 'access' ? 'kept' : field) in form.values)
        .map(field => ({
          key: field,
          label: t(fieldWord[field]),
          value: fieldWords(field, latest, t),
          isTaken: isTaken(field),
          take: () => take(field),
        }))}
    />
  )
}

function fieldWords(field: Field, userDetails: UserDetails, t: Translate): string {
  switch (field) {
    case 'status':
      return t(statusWord[userDetails.status])
    case 'rootEntityId':
      return userDetails.rootEntity.displayName
    case 'roleId':
      return userDetails.role.name
    case 'access':
      return userDetails.kept
        ? userDetails.accessEntities.map(accessEntity => accessEntity.displayName).join(', ')
        : t('user.access.all', { place: userDetails.rootEntity.displayName })
    case 'language':
      return languageNames[userDetails.language]
    case 'numberFormat':
      return (
        numberFormats(userDetails.language, t).find(numberFormat => numberFormat.value === choiceValue(userDetails.numberFormat))
          ?.label ?? ''
      )
    case 'dateFormat':
      return (
        dateFormats(userDetails.language, t).find(dateFormat => dateFormat.value === choiceValue(userDetails.dateFormat))
          ?.label ?? ''
      )
    case 'phone':
      return spokenPhone(userDetails.phone ?? '')
    case 'contacts':
      return contactsOf(toFormValues(userDetails).contacts, t.language)
    case 'displayName':
    case 'shortName':
    case 'email':
    case 'timeZone':
      return userDetails[field]
  }
}

const contactsOf = (contacts: EditUserValues['contacts'], language: Language) =>
  contacts
    .map(contact =>
      contact.type === 'WORK_PHONE_NUMBER' ? spokenPhone(contact.phoneNumber) : linesOf(contact, language).join(', '),
    )
    .join(' · ')
