import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { USER_STATUSES, type UserDetails } from '@steading/contract/users/users'
import { languageNames, languages } from '@steading/locales/languages'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/texts.tsx'
import { ReadOnlyField, useFormMode } from '../../ui/form/edit/FormFields.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { PhoneField } from '../../ui/form/fields/PhoneField.tsx'
import { ZoneField } from '../../ui/form/fields/ZoneField.tsx'
import { Age } from '../../ui/page/time/Age.tsx'
import type { EditUserValues, OwnForm, PersonForm } from './userForm.ts'
import { choiceOfValue, choiceValue, dateFormats, numberFormats } from './notationChoices.ts'
import { isPhone, phoneHint } from './phoneHint.ts'
import { callableQuery, usePause } from './useCallable.ts'
import { statusWord } from '../list/userStatus.tsx'
import type { UseFormReturnType } from '@mantine/form'

/** Display name and short name of a user. */
export function NameEntries({ form }: { form: OwnForm }) {
  const t = useText()
  return (
    <>
      <TextField label={t('ui.name')} required max={50} autoComplete="off" {...form.getInputProps('displayName')} />
      <TextField
        label={t('user.shortName')}
        required
        max={50}
        hint={t('user.shortNameHint')}
        autoComplete="off"
        {...form.getInputProps('shortName')}
      />
    </>
  )
}

/** Phone number and language. An invalid number, or one that cannot be called, is marked at once. */
export function ReachEntries({ form }: { form: OwnForm }) {
  const t = useText()
  const mode = useFormMode()
  const { phone } = form.values
  const settled = usePause(phone)
  const { data: checked } = useQuery({ ...callableQuery(settled), enabled: mode !== 'view' && isPhone(settled) })
  // No message while the user types.
  const hint = settled === phone ? phoneHint(phone, checked?.valid) : 'user.phoneHint'
  return (
    <>
      <PhoneField label={t('user.phone')} hint={t(hint)} {...form.getInputProps('phone')} />
      <SelectField
        label={t('shell.language')}
        required
        options={languages.map(value => ({ value, label: languageNames[value] }))}
        {...form.getInputProps('language')}
      />
      <NotationEntries form={form} />
      <ZoneField
        required
        value={form.values.timeZone}
        onChange={zone => form.setFieldValue('timeZone', zone ?? 'UTC')}
        error={errorFor(form.errors, 'timeZone')}
      />
    </>
  )
}

/** Number and date format. */
export function NotationEntries({ form }: { form: Pick<OwnForm, 'values' | 'errors' | 'setFieldValue'> }) {
  const t = useText()
  return (
    <>
      <SelectField
        label={t('user.numberFormat')}
        required
        options={numberFormats(form.values.language, t)}
        value={choiceValue(form.values.numberFormat)}
        onChange={value => form.setFieldValue('numberFormat', choiceOfValue(value))}
        error={errorFor(form.errors, 'numberFormat')}
      />
      <SelectField
        label={t('user.dateFormat')}
        required
        options={dateFormats(form.values.language, t)}
        value={choiceValue(form.values.dateFormat)}
        onChange={value => form.setFieldValue('dateFormat', choiceOfValue(value))}
        error={errorFor(form.errors, 'dateFormat')}
      />
    </>
  )
}

/** Names, e-mail address, phone number and language of a user. */
export function PersonEntries({ form, of }: { form: PersonForm; of?: UserDetails }) {
  const t = useText()
  const mode = useFormMode()
  return (
    <>
      <NameEntries form={form} />
      {mode === 'view' ? (
        <ReadOnlyField label={t('login.email')}>{of && <a href={`mailto:${of.email}`}>{of.email}</a>}</ReadOnlyField>
      ) : (
        <TextField label={t('login.email')} required type="email" max={254} autoComplete="off" {...form.getInputProps('email')} />
      )}
      <ReachEntries form={form} />
      {mode === 'view' && of && (
        <ReadOnlyField label={t('user.lastSeen')}>{of.lastSeenUtc && <Age at={of.lastSeenUtc} />}</ReadOnlyField>
      )}
    </>
  )
}

/** Account status: whether the user may sign in. */
export function StatusEntry({ form }: { form: UseFormReturnType<EditUserValues> }) {
  const t = useText()
  return (
    <SelectField
      label={t('user.status.label')}
      required
      options={USER_STATUSES.map(one => ({ value: one, label: t(statusWord[one]) }))}
      {...form.getInputProps('status')}
    />
  )
}
