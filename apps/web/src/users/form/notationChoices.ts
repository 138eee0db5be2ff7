import { DATE_FORMATS, type DateFormat, NUMBER_FORMATS, type NumberFormat } from '@steading/contract/users/notation'
import { dateExample, numberExample } from '@steading/locales/format'
import type { Language } from '@steading/locales/languages'
import { notationOf } from '@steading/locales/notation'
import type { Translate } from '@steading/locales/text'

/** Value for "no choice" in a select, which has no null. */
const BY_LANGUAGE = 'LANGUAGE'

/** Converts between a choice and its option value. */
export const choiceValue = <F extends string>(choice: F | null): F | typeof BY_LANGUAGE => choice ?? BY_LANGUAGE
export const choiceOfValue = <F extends string>(value: F | typeof BY_LANGUAGE | null): F | null =>
  value === BY_LANGUAGE ? null : value

interface Choice<F extends string> {
  readonly value: F | typeof BY_LANGUAGE
  readonly label: string
}

/** Number formats, each by an example; first the one of the user's language. */
export const numberFormats = (language: Language, t: Translate): readonly Choice<NumberFormat>[] => [
  { value: BY_LANGUAGE, label: t('user.notationByLanguage', { example: numberExample(notationOf(language)) }) },
  ...NUMBER_FORMATS.map(value => ({ value, label: numberExample(notationOf(language, { numberFormat: value })) })),
]

/** Date formats, likewise. */
export const dateFormats = (language: Language, t: Translate): readonly Choice<DateFormat>[] => [
  { value: BY_LANGUAGE, label: t('user.notationByLanguage', { example: dateExample(notationOf(language)) }) },
  ...DATE_FORMATS.map(value => ({ value, label: dateExample(notationOf(language, { dateFormat: value })) })),
]
