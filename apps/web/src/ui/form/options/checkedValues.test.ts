import { translators } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { toggled, tooFew } from './checkedValues.ts'

const all = ['1', '2', '3', '4']

test('checks and unchecks in the order of the options', () => {
  expect(toggled(['2'], '1', { all })).toEqual(['1', '2'])
  expect(toggled(['1', '2'], '1', { all })).toEqual(['2'])
})

test('unchecks the oldest beyond the maximum', () => {
  expect(toggled(['3', '1'], '2', { all, max: 3 })).toEqual(['3', '1', '2'])
  expect(toggled(['3', '1', '2'], '4', { all, max: 3 })).toEqual(['1', '2', '4'])
  expect(toggled(['1'], '2', { all, max: 1 })).toEqual(['2'])
  expect(toggled(['3', '1', '2'], '1', { all, max: 3 })).toEqual(['3', '2'])
})

test('keeps what a search does not find, with a maximum', () => {
  expect(toggled(['9'], '1', { all, max: 8 })).toEqual(['9', '1'])
})

test('names the field of which fewer than the minimum are checked', async () => {
  const t = (await translators())['en-US']
  expect(tooFew('Sensors', 1, 2, t)).toBe('Sensors: select at least 2 options.')
  expect(tooFew('Sensors', 0, 1, t)).toBe('Sensors: select at least 1 option.')
  expect(tooFew('Sensors', 2, 2, t)).toBeUndefined()
})
