import { notationOf } from '@steading/locales/notation'
import { expect, test } from 'vitest'
import { equationText } from './equationText.ts'

const t = { notation: notationOf('de-DE') }

test.each([
  [0.4242, -3.1444, 'y = 0,424 x − 3,14'],
  [-12.3456, 100.4, 'y = −12,3 x + 100'],
  [2, 0, 'y = 2 x'],
  [0.000_123_4, 5, 'y = 0,000123 x + 5'],
])('writes slope %d and intercept %d with three digits', (slope, intercept, text) => {
  expect(equationText({ slope, intercept }, t)).toBe(text)
})
