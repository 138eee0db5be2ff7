import { missing } from '@steading/locales/format'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { deviationWords, scoreWords } from './warningWords.ts'

const t = await translator('en-US')

test('counts the warnings that had a cause among those that were answered', () => {
  expect(scoreWords({ warnings: 5, right: 2, wrong: 1 }, t)).toBe('5 warnings, 2 of 3 with a finding')
  expect(scoreWords({ warnings: 1, right: 0, wrong: 0 }, t)).toBe('1 warning, 0 of 0 with a finding')
  expect(scoreWords({ warnings: 0, right: 0, wrong: 0 }, t)).toBe(missing)
})

test('writes a deviation with its sign', () => {
  expect(deviationWords(12.34, t)).toBe('+12.3\u00a0%')
  expect(deviationWords(-3, t)).toMatch(/^[-−]3\.0\u00a0%$/)
  expect(deviationWords(null, t)).toBe(missing)
})
