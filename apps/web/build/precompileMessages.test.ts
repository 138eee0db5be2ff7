import { languages } from '@steading/locales/languages'
import { translate } from '@steading/locales/text'
import type { TextKey, Texts, TextValues } from '@steading/locales/text'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parsed } from './precompileMessages.ts'

/** Something for every value that a text may name. */
const anything: TextValues = new Proxy(
  {},
  { get: () => 3, has: () => true, getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 3 }) },
)

test.each(languages)('%s says the same when its texts come parsed', language => {
  const texts: Texts = JSON.parse(readFileSync(`packages/locales/src/${language}.json`, 'utf8'))
  const sent: Texts = JSON.parse(JSON.stringify(parsed(texts as Record<string, string>))) // safe: files hold strings
  const asWritten = translate(language, texts)
  const asSent = translate(language, sent)
  const keys = (Object.keys(texts) as TextKey[]).filter(key => !JSON.stringify(texts[key]).includes('</')) // safe: their own keys
  expect(keys.length).toBeGreaterThan(1_000)
  expect(keys.map(key => asSent(key, anything))).toEqual(keys.map(key => asWritten(key, anything)))
  expect(Object.values(sent).filter(text => typeof text !== 'string').length).toBeGreaterThan(100)
})
