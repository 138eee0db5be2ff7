import { LANGUAGES, type Language } from '@steading/contract/users/languages'
import { languageNames } from '@steading/locales/languages'
import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields/TextField.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Tabs } from '../../ui/page/head/Tabs.tsx'
import type { TemplateForm } from './templateForm.ts'

/** Name and description of a template in each language. */
export function WordsEntries({ form, wrong }: { form: TemplateForm; wrong: Language | undefined }) {
  const t = useText()
  const [chosen, open] = useState<Language>(t.language)
  const [seen, see] = useState(wrong)
  // Open the first invalid language once per validation.
  if (wrong !== seen) {
    see(wrong)
    if (wrong) open(wrong)
  }
  const put = (field: 'translations' | 'description', text: string) => {
    const { [chosen]: _, ...others } = form.values[field]
    form.setFieldValue(field, text === '' ? others : { ...others, [chosen]: text })
    form.clearFieldError(`${field}.${chosen}`)
  }
  const isBad = (language: Language) => form.errors[`translations.${language}`] ?? form.errors[`description.${language}`]
  return (
    <Card title={t('template.inLanguages')}>
      <Tabs
        label={t('template.inLanguages')}
        current={chosen}
        onChange={open}
        items={ownFirst(t.language).map(one => ({ key: one, name: languageNames[one], bad: Boolean(isBad(one)) }))}
      >
        <Entries mode="edit" key={chosen}>
          <TextField
            label={t('template.nameIn')}
            max={150}
            hint={t('template.nameInHint')}
            autoComplete="off"
            value={form.values.translations[chosen] ?? ''}
            error={form.errors[`translations.${chosen}`]}
            onChange={event => put('translations', event.currentTarget.value)}
          />
          <TextAreaField
            label={t('template.description')}
            max={1000}
            value={form.values.description[chosen] ?? ''}
            error={form.errors[`description.${chosen}`]}
            onChange={event => put('description', event.currentTarget.value)}
          />
        </Entries>
      </Tabs>
    </Card>
  )
}

const ownFirst = (own: Language) => [own, ...LANGUAGES.filter(one => one !== own)]

/** First language with an invalid text. */
export const wrongLanguage = (errors: Readonly<Record<string, unknown>>): Language | undefined =>
  LANGUAGES.find(one => errors[`translations.${one}`] ?? errors[`description.${one}`])
