import { NUMBER_FORMATS } from '@steading/contract/users/notation'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { choiceOfValue, choiceValue, dateFormats, numberFormats } from './notationChoices.ts'

test('offers formats by example, first that of the language', async () => {
  const t = await translator('en-US')
  expect(numberFormats('de-DE', t).map(numberFormat => numberFormat.label)).toEqual([
    'By language (1.234,5)',
    '1.234,5',
    '1,234.5',
    '1\u202f234,5',
  ])
  expect(numberFormats('en-US', t)[0]?.label).toBe('By language (1,234.5)')
  expect(dateFormats('fr-FR', t).map(dateFormat => dateFormat.label)).toEqual([
    'By language (24-05-2026)',
    '24-05-2026',
    '24/05/2026',
    '24.05.2026',
    '05/24/2026',
    '2026-05-24',
  ])
})

test('has an option for no choice', () => {
  for (const choice of [null, ...NUMBER_FORMATS]) expect(choiceOfValue(choiceValue(choice))).toBe(choice)
})
