import type { PerLanguage } from '@steading/contract/fields'
import { languages } from '@steading/locales/languages'
import type { Language } from '@steading/locales/languages'
import type { TextKey, Translate } from '@steading/locales/text'

/** What the platform says to people of any language: kept as the key of a text and its values, spoken when it is read. */
export interface Wording {
  readonly key: TextKey
  readonly values: Readonly<Record<string, string | number>>
}

export const say = (t: Translate, { key, values }: Wording) => t(key, values)

/** For a jsonb column. */
export const stored = (wording: Wording | null) => (wording === null ? null : JSON.stringify(wording))

/** From a jsonb column that only `stored` fills. */
export const wordingOf = (column: unknown) => column as Wording | null // safe: see above

/** A text in every language, for answers that carry them all. */
export const inEachLanguage = (texts: Readonly<Record<Language, Translate>>, key: TextKey): PerLanguage =>
  // safe: one entry for each language
  Object.fromEntries(languages.map(language => [language, texts[language](key)])) as PerLanguage
