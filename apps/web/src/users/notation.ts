import { DATE_FORMATS, type DateFormat, NUMBER_FORMATS, type NumberFormat } from '@steading/contract/notation'
import { dateExample, numberExample } from '@steading/locales/format'
import type { Language } from '@steading/locales/languages'
import { notationOf } from '@steading/locales/notation'
import type { Translate } from '@steading/locales/text'

/** Stands for no choice in a list, which knows no null. */
const BY_LANGUAGE = 'LANGUAGE'

/** The option of a choice, and back. */
export const choiceValue = <F extends string>(choice: F | null): F | typeof BY_LANGUAGE => choice ?? BY_LANGUAGE
export const choiceOfValue = <F extends string>(value: F | typeof BY_LANGUAGE | null): F | null =>
  value === BY_LANGUAGE ? null : value

interface Choice<F extends string> {
  readonly value: F | typeof BY_LANGUAGE
  readonly label: string
}

/** How numbers may be written, each by its example; first as the person's language has it. */
export const numberFormats = (language: Language, t: Translate): readonly Choice<NumberFormat>[] => [
  { value: BY_LANGUAGE, label: t('user.notationByLanguage', { example: numberExample(notationOf(language)) }) },
  ...NUMBER_FORMATS.map(value => ({ value, label: numberExample(notationOf(language, { numberFormat: value })) })),
]

/** The same of dates. */
export const dateFormats = (language: Language, t: Translate): readonly Choice<DateFormat>[] => [
  { value: BY_LANGUAGE, label: t('user.notationByLanguage', { example: dateExample(notationOf(language)) }) },
  ...DATE_FORMATS.map(value => ({ value, label: dateExample(notationOf(language, { dateFormat: value })) })),
]
