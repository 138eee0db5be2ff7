import { expect, test } from 'vitest'
import { type Condition, comparedWords, limitWords, readingWords } from './condition.ts'
import { translator } from './text.ts'

const t = await translator('en-US')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each<[string, Condition, number | boolean | string, string]>([
  ['above 26,0 °C', { category: 'TEMPERATURE', operator: 'GREATER', threshold: 26 }, 27.4, '27,4 °C'],
  ['at or below 300 L/h', { category: 'WATER_COUNTER', operator: 'MINOROREQUAL', threshold: 300 }, 120, '120 L/h'],
  ['above 2.500,00 g', { category: 'ANIMAL_SCALE', unit: 'g', operator: 'GREATER', threshold: 2500 }, 2510.25, '2.510,25 g'],
  [
    'above age curve +4,0 °C',
    { category: 'TEMPERATURE', relativeTo: 'CURVE', operator: 'GREATER', threshold: 4 },
    4.5,
    '+4,5 °C',
  ],
  [
    'below 10 % of the capacity',
    { category: 'SILO_WEIGHT', relativeTo: 'CAPACITY', percent: true, operator: 'LESS', threshold: 10 },
    9.33,
    '9,3 %',
  ],
  [
    'below −1 percentage point',
    { category: 'VENTILATION_CONTROL', operator: 'LESS', threshold: -1 },
    -100,
    '−100 percentage points',
  ],
  ['equal to Power failure', { category: 'MAINS_POWER', operator: 'EQUAL', threshold: false }, false, 'Power failure'],
  ['above 5,00', { category: 'OF_ANOTHER_VERSION', operator: 'GREATER', threshold: 5 }, 6, '6,00'],
])('%s', (limit, condition, value, compared) => {
  expect(plain(limitWords(condition, t))).toBe(limit)
  expect(plain(comparedWords(condition, value, t))).toBe(compared)
})

test('a reading has its own unit, whatever is compared', () => {
  const silo: Condition = { category: 'SILO_WEIGHT', relativeTo: 'CAPACITY', percent: true, operator: 'LESS', threshold: 10 }
  expect(plain(readingWords(silo, 1400, t))).toBe('1.400 kg')
  expect(plain(readingWords({ category: 'WATER_COUNTER' }, 5000, t))).toBe('5.000 L')
})
