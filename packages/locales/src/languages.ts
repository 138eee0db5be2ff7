import { DEFAULT_LANGUAGE, LANGUAGES } from '@steading/contract/languages'
import type { Language } from '@steading/contract/languages'

export type { Language }
export const languages = LANGUAGES
export const defaultLanguage = DEFAULT_LANGUAGE

/** Each language in its own words, as a switch shows it. */
export const languageNames: Readonly<Record<Language, string>> = {
  'en-US': 'English',
  'pt-PT': 'Português',
  'es-ES': 'Español',
  'fr-FR': 'Français',
  'de-DE': 'Deutsch',
  'el-GR': 'Ελληνικά',
}

/** The language that a tag means ('pt_PT', 'pt-BR' and 'PT' all mean pt-PT), if we speak it. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  const wanted = (tag ?? '').trim().replace('_', '-').toLowerCase()
  const exact = languages.find(one => one.toLowerCase() === wanted)
  return exact ?? languages.find(one => one.slice(0, 2) === wanted.split('-')[0])
}

/** The best language for an Accept-Language header; undefined when none of them is spoken. */
export function askedLanguage(acceptLanguage: string | null | undefined): Language | undefined {
  const wishes = (acceptLanguage ?? '').split(',').map((wish, place) => {
    const [tag, ...parameters] = wish.split(';')
    const quality = parameters.map(one => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean)
    return { tag, place, quality: quality === undefined ? 1 : Number(quality) }
  })
  const ordered = wishes.filter(wish => wish.quality > 0).toSorted((a, b) => b.quality - a.quality || a.place - b.place)
  for (const wish of ordered) {
    const found = languageOf(wish.tag)
    if (found) return found
  }
  return undefined
}

/** As askedLanguage; the default when none of them is spoken. */
export const matchLanguage = (acceptLanguage: string | null | undefined): Language =>
  askedLanguage(acceptLanguage) ?? defaultLanguage
