import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { type Formatters, IntlMessageFormat } from 'intl-messageformat'
import type enUS from './en-US.json'
import { type Language, languages } from './languages.ts'
import { type Notated, type Notation, type Reader, languageFor, notationOf } from './notation.ts'
import { exactDecimals, number } from './numbers.ts'

/** Every text of the product; en-US holds the keys. */
export type TextKey = keyof typeof enUS
/** Those with something to parse may be parsed already: the screens come with no parser. */
export type Texts = Readonly<Record<TextKey, string | MessageFormatElement[]>>
export type TextValues = Readonly<Record<string, string | number>>

/** Says a text in one language and one notation. Throws when the text names a value that is not given. */
export interface Translate extends Notated {
  (key: TextKey, values?: TextValues): string
  /** The text in parts, for tags within it: `<b>…</b>` is handed to the function of that name. */
  parts<T>(key: TextKey, values: Readonly<Record<string, string | number | ((inner: (string | T)[]) => T)>>): (string | T)[]
  readonly language: Language
  /** The same texts with numbers and dates in another notation; the same translator for the same notation. */
  readonly withNotation: (notation: Notation) => Translate
}

/** Plurals follow the language, figures the notation. */
const formattersFor = (language: Language, notated: Notated): Formatters => {
  const plurals = new Map<string, Intl.PluralRules>()
  return {
    getNumberFormat: () =>
      ({ format: (value: number) => number(value, notated, [0, exactDecimals(value, 2)]) }) as Intl.NumberFormat, // safe: only format is called
    getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
    getPluralRules: (_locale, options) => {
      const type = options?.type ?? 'cardinal'
      let rules = plurals.get(type)
      if (!rules) plurals.set(type, (rules = new Intl.PluralRules(language, { type })))
      return rules
    },
  }
}

/** A text that says what it says: nothing in it is for a parser. */
export const isPlain = (text: string): boolean => !/[{}<>']/.test(text)

/** A sentence that ends with an abbreviation, 5 Min., has one full stop. */
const withOneStop = (message: string, values: TextValues = {}): string =>
  Object.values(values).reduce<string>(
    (text, one) => (typeof one === 'string' && one.endsWith('.') ? text.replace(`${one}.`, () => one) : text),
    message,
  )

/** A translator over texts that are already there. Messages are parsed once, when first used. */
export function translate(language: Language, texts: Texts, notation: Notation = notationOf(language)): Translate {
  const notations = new Map<string, Translate>()
  const withNotation = (notation: Notation): Translate => {
    const key = `${notation.number} ${notation.date}`
    const found = notations.get(key) ?? inNotation(language, texts, notation, withNotation)
    notations.set(key, found)
    return found
  }
  return withNotation(notation)
}

function inNotation(language: Language, texts: Texts, notation: Notation, withNotation: Translate['withNotation']): Translate {
  const formatters = formattersFor(language, { notation })
  const parsed = new Map<TextKey, Pick<IntlMessageFormat, 'format'>>()
  const parse = (key: TextKey) => {
    // Texts of a screen come in parts.
    const text: Texts[TextKey] | undefined = texts[key]
    if (text === undefined) throw new Error(`the text ${key} is not loaded in ${language}`)
    return typeof text === 'string' && isPlain(text)
      ? { format: () => text }
      : new IntlMessageFormat(text, language, undefined, { formatters })
  }
  const messageOf = (key: TextKey) => {
    let found = parsed.get(key)
    if (!found) parsed.set(key, (found = parse(key)))
    return found
  }
  return Object.assign(
    (key: TextKey, values?: TextValues) => {
      const message = messageOf(key).format<string>(values)
      return withOneStop(Array.isArray(message) ? message.join('') : message, values)
    },
    {
      language,
      notation,
      withNotation,
      parts: <T>(key: TextKey, values: Readonly<Record<string, string | number | ((inner: (string | T)[]) => T)>>) => {
        const message = messageOf(key).format<T>(values)
        return Array.isArray(message) ? message : [message]
      },
    },
  )
}

const files: Readonly<Record<Language, () => Promise<{ default: Texts }>>> = {
  'en-US': () => import('./en-US.json', { with: { type: 'json' } }),
  'pt-PT': () => import('./pt-PT.json', { with: { type: 'json' } }),
  'es-ES': () => import('./es-ES.json', { with: { type: 'json' } }),
  'fr-FR': () => import('./fr-FR.json', { with: { type: 'json' } }),
  'de-DE': () => import('./de-DE.json', { with: { type: 'json' } }),
  'el-GR': () => import('./el-GR.json', { with: { type: 'json' } }),
}

const loaded = new Map<Language, Promise<Translate>>()

/** The translator of a language; its texts are loaded once, when somebody first needs them. */
export function translator(language: Language): Promise<Translate> {
  let found = loaded.get(language)
  if (!found) {
    found = files[language]().then(file => translate(language, file.default))
    found.catch(() => loaded.delete(language)) // an interrupted download may be tried again
    loaded.set(language, found)
  }
  return found
}

/** All six at once: for a server, which speaks to everybody. */
export async function translators(): Promise<Readonly<Record<Language, Translate>>> {
  const all = await Promise.all(languages.map(async language => [language, await translator(language)] as const))
  return Object.fromEntries(all) as Record<Language, Translate> // safe: one entry per language
}

/** The translator for a reader: in their language, with numbers and dates as they chose. */
export const translatorFor = (texts: Readonly<Record<Language, Translate>>, reader: Reader): Translate =>
  texts[languageFor(reader)].withNotation(notationOf(languageFor(reader), reader))
