import type { Template } from '@steading/contract/rules/templates'
import { engineWords } from '@steading/locales/templates'
import type { Translate } from '@steading/locales/text'

type NamedTemplate = Pick<Template, 'name' | 'translations' | 'category' | 'description'>

/** A template in the person's language, else as it was named; the product's own are called by what they do. */
export const templateTitle = ({ name, translations, category }: NamedTemplate, t: Translate): string =>
  translations[t.language] ?? name ?? t(engineWords[category.id])

/** What it is for: in its own words, else in the product's. */
export const templateDescription = ({ description, category }: NamedTemplate, t: Translate): string =>
  description[t.language] ?? description['en-US'] ?? Object.values(description)[0] ?? t(`template.about.${category.id}`)
