import { LANGUAGES } from '@steading/contract/languages'
import type { TemplateInput } from '@steading/contract/template-inputs'
import type { TemplateDetails } from '@steading/contract/templates'
import { languageNames } from '@steading/locales/languages'
import type { Translate } from '@steading/locales/text'
import { inputName } from '../rules/index.ts'
import type { TheirEntry } from '../ui/form/Theirs.tsx'
import type { Entered } from './entered.ts'
import { profilesOf } from './words.ts'

type Field = 'name' | 'translations' | 'description' | 'profiles' | 'inputs'
interface Puts {
  setFieldValue(field: Field, value: Entered[Field]): void
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What somebody else saved of a template: its names, its boxes, and which inputs they put in (+), took out (−) or set otherwise. */
export function theirEntries(seen: TemplateDetails, theirs: TemplateDetails, form: Puts, t: Translate): TheirEntry[] {
  const entries: (Omit<TheirEntry, 'key' | 'take'> & { readonly key: Field })[] = [
    { key: 'name', label: t('ui.name'), said: theirs.name ?? '' },
    { key: 'translations', label: t('template.nameIn'), said: perLanguage(theirs.translations) },
    { key: 'description', label: t('template.description'), said: perLanguage(theirs.description) },
    { key: 'profiles', label: t('template.profiles'), said: profilesOf(theirs, t) },
    { key: 'inputs', label: t('template.inputs'), said: differing(seen.inputs, theirs.inputs, t) },
  ]
  return entries
    .filter(({ key }) => !same(seen[key], theirs[key]))
    .map(one => ({ ...one, take: () => form.setFieldValue(one.key, theirs[one.key] ?? '') }))
}

const perLanguage = (words: TemplateDetails['translations']) =>
  LANGUAGES.flatMap(one => (words[one] ? [`${languageNames[one]}: ${words[one]}`] : [])).join(' · ')

function differing(seen: readonly TemplateInput[], theirs: readonly TemplateInput[], t: Translate): string {
  const before = new Map(seen.map(one => [one.id, one]))
  const after = new Set(theirs.map(one => one.id))
  return [
    ...theirs.filter(one => !same(one, before.get(one.id))).map(one => `${before.has(one.id) ? '' : '+ '}${inputName(one, t)}`),
    ...seen.filter(one => !after.has(one.id)).map(one => `− ${inputName(one, t)}`),
  ].join(', ')
}
