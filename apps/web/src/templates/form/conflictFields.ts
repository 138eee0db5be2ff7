import { LANGUAGES } from '@steading/contract/users/languages'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import type { TemplateDetails } from '@steading/contract/rules/templates'
import { languageNames } from '@steading/locales/languages'
import type { Translate } from '@steading/locales/text'
import { inputName } from '../../rules/index.ts'
import type { ConflictEntry } from '../../ui/form/edit/ConflictPanel.tsx'
import type { TemplateFormValues } from './templateForm.ts'
import { profilesOf } from '../details/templateWords.ts'

type Field = 'name' | 'translations' | 'description' | 'profiles' | 'inputs'
interface Puts {
  setFieldValue(field: Field, value: TemplateFormValues[Field]): void
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Fields of a template that another user saved; inputs with what was added (+), removed (−) or changed. */
export function conflictEntries(base: TemplateDetails, latest: TemplateDetails, form: Puts, t: Translate): ConflictEntry[] {
  const entries: (Omit<ConflictEntry, 'key' | 'take'> & { readonly key: Field })[] = [
    { key: 'name', label: t('ui.name'), value: latest.name ?? '' },
    { key: 'translations', label: t('template.nameIn'), value: perLanguage(latest.translations) },
    { key: 'description', label: t('template.description'), value: perLanguage(latest.description) },
    { key: 'profiles', label: t('template.profiles'), value: profilesOf(latest, t) },
    { key: 'inputs', label: t('template.inputs'), value: differing(base.inputs, latest.inputs, t) },
  ]
  return entries
    .filter(({ key }) => !same(base[key], latest[key]))
    .map(entry => ({ ...entry, take: () => form.setFieldValue(entry.key, latest[entry.key] ?? '') }))
}

const perLanguage = (words: TemplateDetails['translations']) =>
  LANGUAGES.flatMap(one => (words[one] ? [`${languageNames[one]}: ${words[one]}`] : [])).join(' · ')

function differing(base: readonly TemplateInput[], latest: readonly TemplateInput[], t: Translate): string {
  const before = new Map(base.map(one => [one.id, one]))
  const after = new Set(latest.map(their => their.id))
  return [
    ...latest
      .filter(their => !same(their, before.get(their.id)))
      .map(their => `${before.has(their.id) ? '' : '+ '}${inputName(their, t)}`),
    ...base.filter(one => !after.has(one.id)).map(one => `− ${inputName(one, t)}`),
  ].join(', ')
}
