import type { Language } from '@steading/contract/languages'
import type { UserDetails } from '@steading/contract/users'
import { languageNames } from '@steading/locales/languages'
import type { Translate } from '@steading/locales/text'
import { useText } from '../platform/texts.tsx'
import { spokenPhone } from '../ui/form/phones.ts'
import { same } from '../ui/form/met.ts'
import { Theirs } from '../ui/form/Theirs.tsx'
import { linesOf } from './ContactsCard.tsx'
import { type EnteredEdit, type Field, changedBetween, enteredOf } from './entered.ts'
import { choiceValue, dateFormats, numberFormats } from './notation.ts'
import { fieldWord, statusWord } from './words.tsx'

/** What somebody else saved of a person while one was typing. */
export function TheirPerson({
  seen,
  theirs,
  form,
}: {
  seen: UserDetails
  theirs: UserDetails
  /** Of somebody, or of oneself, where only what one may change oneself is taken. */
  form: { readonly values: object; setFieldValue(field: string, value: unknown): void }
}) {
  const t = useText()
  const entered = enteredOf(theirs)
  const mine = form.values as Partial<EnteredEdit> // safe: of oneself it lacks what one may not change
  const isTaken = (field: Field) =>
    field === 'access'
      ? same([mine.kept, mine.accessEntityIds], [entered.kept, entered.accessEntityIds])
      : same(mine[field], entered[field])
  const take = (field: Field) => {
    if (field !== 'access') return form.setFieldValue(field, entered[field])
    form.setFieldValue('kept', entered.kept)
    form.setFieldValue('accessEntityIds', entered.accessEntityIds)
  }
  return (
    <Theirs
      who={theirs.lastUpdatedBy?.shortName}
      entries={changedBetween(enteredOf(seen), entered)
        .filter(field => (field === 'access' ? 'kept' : field) in form.values)
        .map(field => ({
          key: field,
          label: t(fieldWord[field]),
          said: said(field, theirs, t),
          taken: isTaken(field),
          take: () => take(field),
        }))}
    />
  )
}

function said(field: Field, of: UserDetails, t: Translate): string {
  switch (field) {
    case 'status':
      return t(statusWord[of.status])
    case 'rootEntityId':
      return of.rootEntity.displayName
    case 'roleId':
      return of.role.name
    case 'access':
      return of.kept
        ? of.accessEntities.map(one => one.displayName).join(', ')
        : t('user.access.all', { place: of.rootEntity.displayName })
    case 'language':
      return languageNames[of.language]
    case 'numberFormat':
      return numberFormats(of.language, t).find(one => one.value === choiceValue(of.numberFormat))?.label ?? ''
    case 'dateFormat':
      return dateFormats(of.language, t).find(one => one.value === choiceValue(of.dateFormat))?.label ?? ''
    case 'phone':
      return spokenPhone(of.phone ?? '')
    case 'contacts':
      return contactsOf(enteredOf(of).contacts, t.language)
    case 'displayName':
    case 'shortName':
    case 'email':
    case 'timeZone':
      return of[field]
  }
}

const contactsOf = (contacts: EnteredEdit['contacts'], language: Language) =>
  contacts
    .map(one => (one.type === 'WORK_PHONE_NUMBER' ? spokenPhone(one.phoneNumber) : linesOf(one, language).join(', ')))
    .join(' · ')
