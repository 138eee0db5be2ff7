import { DEFAULT_LANGUAGE, LANGUAGES } from '@steading/contract/users/languages'
import type { Language } from '@steading/contract/users/languages'

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
  const normalized = (tag ?? '').trim().replace('_', '-').toLowerCase()
  const exact = languages.find(language => language.toLowerCase() === normalized)
  return exact ?? languages.find(language => language.slice(0, 2) === normalized.split('-')[0])
}

/** The best language for an Accept-Language header; undefined when none of them is spoken. */
export function askedLanguage(acceptLanguage: string | null | undefined): Language | undefined {
  const wishes = (acceptLanguage ?? '').split(',').map((preference, position) => {
    const [tag, ...parameters] = preference.split(';')
    const quality = parameters.map(parameter => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
    return { tag, position, quality: quality === undefined ? 1 : Number(quality) }
  })
  const ordered = wishes
    .filter(preference => preference.quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.position - b.position)
  for (const preference of ordered) {
    const found = languageOf(preference.tag)
    if (found) return found
  }
  return undefined
}

/** As askedLanguage; the default when none of them is spoken. */
export const matchLanguage = (acceptLanguage: string | null | undefined): Language =>
  askedLanguage(acceptLanguage) ?? defaultLanguage
