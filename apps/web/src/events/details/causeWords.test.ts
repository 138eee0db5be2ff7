import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { sampleCause } from '../../../test/cause.sample.ts'
import { conditionWords, hasLimit, comparedValueWords } from './causeWords.ts'

const t = await translator('en-US')

test('of a device that does not follow an occurrence tells what it was told and what it said', () => {
  const heaters = {
    ...sampleCause,
    category: 'HEATING_RELAY',
    operator: 'NOT_EQUAL',
    threshold: 0,
    value: 1,
    reading: true,
  } as const
  expect(comparedValueWords(heaters, t)).toBe('command Off, feedback On')
  expect(hasLimit(heaters)).toBe(false)
  const fans = { ...sampleCause, category: 'VENTILATION_CONTROL', threshold: 10, value: 15, reading: 55 } as const
  expect(comparedValueWords(fans, t).replaceAll('\u00a0', ' ')).toBe('command 40 %, feedback 55 %')
  const anyOff = { ...fans, operator: 'NOT_EQUAL', threshold: 0 } as const
  expect(hasLimit(anyOff)).toBe(false)
  expect([heaters, anyOff, fans].map(cause => conditionWords(cause, t).replaceAll('\u00a0', ' '))).toEqual([
    'Feedback mismatch',
    'Feedback mismatch',
    'above +10 percentage points',
  ])
  expect([hasLimit(fans), hasLimit(sampleCause)]).toEqual([true, true])
  expect(comparedValueWords(sampleCause, t)).toBe('27.4\u00a0°C')
})
