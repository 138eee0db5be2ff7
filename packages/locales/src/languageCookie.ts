import { type Language, languageOf } from './languages.ts'

const name = 'language'
const maxAge = 365 * 24 * 3600

/** The cookie that tells the server the language of the page, which may differ from Accept-Language. It holds no secret. */
export const languageCookie = (language: Language, isSecure: boolean): string =>
  `${name}=${language}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** Language in a Cookie header; undefined without the cookie, or if it names no known language. */
export function cookieLanguage(header: string | undefined): Language | undefined {
  const pairs = (header ?? '').split(';').map(pair => pair.trim())
  return languageOf(pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1))
}
