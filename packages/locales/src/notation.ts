import { DATE_FORMATS, type DateFormat, NUMBER_FORMATS, type NumberFormat } from '@steading/contract/users/notation'
import { type Language, defaultLanguage, languageOf } from './languages.ts'

/** How numbers and dates are written for one reader. */
export interface Notation {
  readonly number: NumberFormat
  readonly date: DateFormat
}

/** What carries a notation: a translator, or the notation alone. */
export interface Notated {
  readonly notation: Notation
}

/** What a profile may choose; null or left out: as the language has it. */
export interface NotationChoice {
  readonly numberFormat?: string | null | undefined
  readonly dateFormat?: string | null | undefined
}

/** The decimal mark and the thousands separator; `tag` is a locale that writes both so. */
const NUMBERS: Readonly<Record<NumberFormat, { decimal: string; group: string; tag: string }>> = {
  COMMA_DOT: { decimal: ',', group: '.', tag: 'de-DE' },
  POINT_COMMA: { decimal: '.', group: ',', tag: 'en-US' },
  COMMA_SPACE: { decimal: ',', group: '\u202f', tag: 'fr-FR' },
}

export type DatePart = 'day' | 'month' | 'year'
const DATES: Readonly<Record<DateFormat, { order: readonly DatePart[]; mark: string }>> = {
  DMY_DASH: { order: ['day', 'month', 'year'], mark: '-' },
  DMY_SLASH: { order: ['day', 'month', 'year'], mark: '/' },
  DMY_DOT: { order: ['day', 'month', 'year'], mark: '.' },
  MDY_SLASH: { order: ['month', 'day', 'year'], mark: '/' },
  YMD_DASH: { order: ['year', 'month', 'day'], mark: '-' },
}

export const numberMarks = ({ notation }: Notated) => NUMBERS[notation.number]
/** The order of day, month and year. */
export const dateOrder = ({ notation }: Notated): readonly DatePart[] => DATES[notation.date].order

/** The parts of a date in their order with the mark between them; a part that is left out is not written. */
export const arrangeDate = (parts: Readonly<Partial<Record<DatePart, string>>>, { notation }: Notated): string =>
  DATES[notation.date].order.flatMap(part => parts[part] ?? []).join(DATES[notation.date].mark)

/** A language's own way, where a profile chooses none. Dates: day, month and year apart by dashes, which no language misreads. */
const numberFormatOf = (language: Language): NumberFormat => {
  if (language === 'en-US') return 'POINT_COMMA'
  return language === 'fr-FR' ? 'COMMA_SPACE' : 'COMMA_DOT'
}

/** The choice of a profile as the contract has it. */
export const choiceOf = ({ numberFormat, dateFormat }: NotationChoice) => ({
  numberFormat: NUMBER_FORMATS.find(one => one === numberFormat) ?? null,
  dateFormat: DATE_FORMATS.find(one => one === dateFormat) ?? null,
})

/** The notation of a reader: as chosen, else as the language has it. */
export function notationOf(language: Language, choice: NotationChoice = {}): Notation {
  const { numberFormat, dateFormat } = choiceOf(choice)
  return { number: numberFormat ?? numberFormatOf(language), date: dateFormat ?? 'DMY_DASH' }
}

/** A person, contact or link as far as texts for them need it. */
export interface Reader extends NotationChoice {
  readonly language: string
}

/** The language of a reader; the default for one that is not spoken. */
export const languageFor = ({ language }: Pick<Reader, 'language'>): Language => languageOf(language) ?? defaultLanguage
