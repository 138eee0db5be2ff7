import type { PerLanguage } from '@steading/contract/http/fields'
import { languages } from '@steading/locales/languages'
import type { Language } from '@steading/locales/languages'
import type { TextKey, Translate } from '@steading/locales/text'

/** A text in no language: the key of a translation and its values; translated when it is read. */
export interface Wording {
  readonly key: TextKey
  readonly values: Readonly<Record<string, string | number>>
}

export const translateWording = (t: Translate, { key, values }: Wording) => t(key, values)

/** For a jsonb column. */
export const wordingColumn = (wording: Wording | null) => (wording === null ? null : JSON.stringify(wording))

/** From a jsonb column that only `wordingColumn` fills. */
export const wordingFromColumn = (column: unknown) => column as Wording | null // safe: see above

/** A text in every language, for answers that carry them all. */
export const inEachLanguage = (texts: Readonly<Record<Language, Translate>>, key: TextKey): PerLanguage =>
  // safe: one entry for each language
  Object.fromEntries(languages.map(language => [language, texts[language](key)])) as PerLanguage
