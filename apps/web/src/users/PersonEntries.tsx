import { wrongWith } from '../ui/form/wrongWith.ts'
import { USER_STATUSES, type UserDetails } from '@steading/contract/users'
import { languageNames, languages } from '@steading/locales/languages'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../platform/texts.tsx'
import { Shown, useFormMode } from '../ui/form/Entries.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { PhoneField } from '../ui/form/PhoneField.tsx'
import { ZoneField } from '../ui/form/ZoneField.tsx'
import { Age } from '../ui/page/Age.tsx'
import type { EnteredEdit, OwnForm, PersonForm } from './entered.ts'
import { choiceOfValue, choiceValue, dateFormats, numberFormats } from './notation.ts'
import { isPhone, phoneHint } from './phone.ts'
import { callableQuery, usePause } from './usePause.ts'
import { statusWord } from './words.tsx'
import type { UseFormReturnType } from '@mantine/form'

/** The name of a person, in both of its lengths. */
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

/** How a person is reached and spoken to. Of a number it is said at once when it is none, or cannot be called. */
export function ReachEntries({ form }: { form: OwnForm }) {
  const t = useText()
  const mode = useFormMode()
  const { phone } = form.values
  const settled = usePause(phone)
  const { data: checked } = useQuery({ ...callableQuery(settled), enabled: mode !== 'view' && isPhone(settled) })
  // While somebody types, nothing is said of it.
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
        error={wrongWith(form.errors, 'timeZone')}
      />
    </>
  )
}

/** How a person reads numbers and dates. */
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
        error={wrongWith(form.errors, 'numberFormat')}
      />
      <SelectField
        label={t('user.dateFormat')}
        required
        options={dateFormats(form.values.language, t)}
        value={choiceValue(form.values.dateFormat)}
        onChange={value => form.setFieldValue('dateFormat', choiceOfValue(value))}
        error={wrongWith(form.errors, 'dateFormat')}
      />
    </>
  )
}

/** Who a person is. */
export function PersonEntries({ form, of }: { form: PersonForm; of?: UserDetails }) {
  const t = useText()
  const mode = useFormMode()
  return (
    <>
      <NameEntries form={form} />
      {mode === 'view' ? (
        <Shown label={t('login.email')}>{of && <a href={`mailto:${of.email}`}>{of.email}</a>}</Shown>
      ) : (
        <TextField label={t('login.email')} required type="email" max={254} autoComplete="off" {...form.getInputProps('email')} />
      )}
      <ReachEntries form={form} />
      {mode === 'view' && of && <Shown label={t('user.lastSeen')}>{of.lastSeenUtc && <Age at={of.lastSeenUtc} />}</Shown>}
    </>
  )
}

/** Whether a person may sign in. */
export function StatusEntry({ form }: { form: UseFormReturnType<EnteredEdit> }) {
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
