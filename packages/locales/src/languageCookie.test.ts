import { expect, test } from 'vitest'
import { cookieLanguage, languageCookie } from './languageCookie.ts'
import { languages } from './languages.ts'

test.each(languages)('reads %s from the cookie that the page writes', language => {
  const [pair] = languageCookie(language, true).split(';')
  expect(cookieLanguage(`other=1; ${pair}; last=2`)).toBe(language)
})

test.each([undefined, '', 'language=', 'language=xx-XX', 'language="><script>', 'mylanguage=de-DE', 'a=language=de-DE'])(
  'reads no language from the Cookie header %j',
  header => expect(cookieLanguage(header)).toBeUndefined(),
)

test('restricts the cookie to HTTPS on a page that came by HTTPS', () => {
  expect(languageCookie('de-DE', true)).toMatch(/; Secure$/)
  expect(languageCookie('de-DE', false)).not.toContain('Secure')
})
