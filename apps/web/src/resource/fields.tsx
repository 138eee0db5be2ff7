import { LANGUAGES } from '@steading/contract/users/languages'
import type { Language } from '@steading/contract/users/languages'
import type { SpeciesCode } from '@steading/contract/production/species'
import { languageNames } from '@steading/locales/languages'
import { missing, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import type { ReactNode } from 'react'
import { useText } from '../platform/texts.tsx'
import { speciesName } from '@steading/locales/production'
import { SpeciesField, speciesOptions } from '../species/index.ts'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import type { Option } from '../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../ui/form/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '../ui/form/fields/TextField.tsx'
import { ChoiceFilter } from '../ui/list/filter/Filters.tsx'
import './resource.css'
import { field } from './resource.tsx'
import type { ResourceField } from './resource.tsx'

type Place = Pick<ResourceField, 'column' | 'isSorted' | 'isRight'>

/** One line of text. */
export const text = (
  key: string,
  label: TextKey,
  { max, isRequired = true, ...place }: { readonly max: number; readonly isRequired?: boolean } & Place,
): ResourceField =>
  field<string>({
    key,
    label,
    ...place,
    initial: '',
    input: ({ onChange, ...props }) => (
      <TextField
        {...props}
        max={max}
        required={isRequired}
        autoComplete="off"
        onChange={event => onChange(event.currentTarget.value)}
      />
    ),
    shown: value => value || missing,
    cell: value => value,
  })

/** Several lines of text. */
export const longText = (key: string, label: TextKey, { max, ...place }: { readonly max: number } & Place): ResourceField =>
  field<string>({
    key,
    label,
    ...place,
    initial: '',
    input: ({ onChange, ...props }) => (
      <TextAreaField {...props} max={max} onChange={event => onChange(event.currentTarget.value)} />
    ),
    shown: value => (value ? <span className="lines">{value}</span> : missing),
    cell: value => value,
  })

/** A whole number with its unit. */
export const wholeNumber = (
  key: string,
  label: TextKey,
  options: { readonly initial: number; readonly unit: string; readonly min: number; readonly max: number } & Place,
): ResourceField => {
  const { initial, unit, min, max, ...place } = options
  const words = (value: number | undefined, t: Translate) => quantity(value, unit, t)
  return field<number | undefined>({
    key,
    label,
    isRight: true,
    ...place,
    initial,
    input: props => <NumberField {...props} unit={unit} min={min} max={max} required />,
    shown: words,
    cell: value => value ?? null,
  })
}

/** Yes or no. */
export const flag = (key: string, label: TextKey, place: Place = {}): ResourceField =>
  field<boolean>({
    key,
    label,
    ...place,
    initial: false,
    input: ({ value, onChange, ...props }) => (
      <SwitchField {...props} checked={value} onChange={event => onChange(event.currentTarget.checked)} />
    ),
    shown: (value, t) => t(value ? 'ui.yes' : 'ui.no'),
    cell: (value, t) => t(value ? 'ui.yes' : 'ui.no'),
  })

/** One of a fixed list. */
export const choice = <V extends string>(
  key: string,
  label: TextKey,
  {
    options,
    isRequired = false,
    ...place
  }: { readonly options: (t: Translate) => readonly Option<V>[]; readonly isRequired?: boolean } & Place,
): ResourceField => {
  const words = (value: V | null, t: Translate) => options(t).find(option => option.value === value)?.label ?? missing
  return field<V | null>({
    key,
    label,
    ...place,
    initial: null,
    input: props => <ChoiceInput {...props} options={options} isRequired={isRequired} />,
    shown: words,
    cell: (value, t) => (value === null ? null : words(value, t)),
  })
}

function ChoiceInput<V extends string>({
  options,
  isRequired,
  ...props
}: {
  label: string
  value: V | null
  onChange: (value: V | null) => void
  error: string | undefined
  options: (t: Translate) => readonly Option<V>[]
  isRequired: boolean
}) {
  const t = useText()
  return <SelectField {...props} options={options(t)} required={isRequired} />
}

/** A species or a kind of one; the list can be narrowed to it. */
export const species = (place: Place = { column: 'always' }): ResourceField =>
  field<SpeciesCode | null>({
    key: 'species',
    label: 'species.one',
    ...place,
    initial: null,
    input: ({ value, onChange, error }) => <SpeciesField value={value} onChange={onChange} error={error} required />,
    shown: (value, t) => (value === null ? missing : speciesName(value, t)),
    cell: (value, t) => (value === null ? null : speciesName(value, t)),
    filter: props => <SpeciesFilter {...props} />,
  })

function SpeciesFilter({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }): ReactNode {
  const t = useText()
  return (
    <ChoiceFilter
      name={t('species.one')}
      choices={speciesOptions(t)}
      value={typeof value === 'string' ? [value] : []}
      onChange={([chosen]) => onChange(chosen)}
    />
  )
}

type Translations = Readonly<Partial<Record<Language, string>>>

/** The name in other languages, each in a line of its own. */
export const translations = (): ResourceField =>
  field<Translations>({
    key: 'translations',
    label: 'book.translations',
    initial: {},
    input: props => <TranslationsInput {...props} />,
    shown: value => inLines(value) || missing,
    cell: value => inLines(value),
  })

const inLines = (value: Translations) =>
  LANGUAGES.flatMap(language => (value[language] ? [`${languageNames[language]}: ${value[language]}`] : [])).join(' · ')

function TranslationsInput({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: Translations
  onChange: (value: Translations) => void
  error: string | undefined
}) {
  return (
    <fieldset className="entry-wide translations">
      <legend>{label}</legend>
      <div className="entries">
        {LANGUAGES.map(language => (
          <TextField
            key={language}
            label={languageNames[language]}
            max={150}
            autoComplete="off"
            value={value[language] ?? ''}
            onChange={event => {
              const { [language]: _, ...others } = value
              const name = event.currentTarget.value
              onChange(name ? { ...others, [language]: name } : others)
            }}
          />
        ))}
      </div>
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}
