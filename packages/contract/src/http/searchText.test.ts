import { expect, test } from 'vitest'
import { containsText, normalizeForSearch } from './searchText.ts'

test.each([
  ['Pavilhão', 'pavilhao'],
  ['LEZÍRIA', 'leziria'],
  ['Explotación Ñ', 'explotacion n'],
  ['Élevage çà', 'elevage ca'],
  ['Grünwald', 'grunwald'],
  ['ΣΚΎΛΟΣ', 'σκυλοσ'],
  ['Ορνιθώνας', 'ορνιθωνασ'],
  ['Lezi\u0301ria', 'leziria'],
  ['Straße 1', 'straße 1'],
])('%s is %s', (text, letters) => expect(normalizeForSearch(text)).toBe(letters))

test('what is typed is found whatever its case and accents', () => {
  for (const typed of ['pavilhao', 'PAVILHÃO', ' vilhã ']) expect(containsText('Pavilhão 2', typed)).toBe(true)
  expect(containsText('ΟΡΝΙΘΏΝΑΣ', 'ορνιθώνας')).toBe(true)
  expect(containsText('Pavilhão 2', 'pavilhao 3')).toBe(false)
})
