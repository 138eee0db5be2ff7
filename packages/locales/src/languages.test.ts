import { expect, test } from 'vitest'
import { languageOf, matchLanguage } from './languages.ts'

test.each([
  ['pt_PT', 'pt-PT'],
  ['pt-BR', 'pt-PT'],
  ['EL', 'el-GR'],
  ['de-AT', 'de-DE'],
  ['nl-NL', undefined],
  ['', undefined],
  [undefined, undefined],
])('the tag %s means %s', (tag, language) => expect(languageOf(tag)).toBe(language))

test.each([
  ['fr-CH, fr;q=0.9, en;q=0.8', 'fr-FR'],
  ['nl, el;q=0.4, es;q=0.7', 'es-ES'],
  ['de;q=0, pt;q=0.1', 'pt-PT'],
  ['*', 'en-US'],
  ['nl', 'en-US'],
  ['', 'en-US'],
  [undefined, 'en-US'],
])('Accept-Language %s gets %s', (header, language) => expect(matchLanguage(header)).toBe(language))
