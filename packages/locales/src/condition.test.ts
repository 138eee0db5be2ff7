import { expect, test } from 'vitest'
import { type Condition, comparedWords, limitWords, readingWords, relativeWords } from './condition.ts'
import { translator } from './text.ts'

const t = await translator('en-US')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each<[string, Condition, number | boolean | string, string]>([
  ['above 26.0 °C', { category: 'TEMPERATURE', operator: 'GREATER', threshold: 26 }, 27.4, '27.4 °C'],
  ['at or below 300 L/h', { category: 'WATER_COUNTER', operator: 'MINOROREQUAL', threshold: 300 }, 120, '120 L/h'],
  ['above 2,500.00 g', { category: 'ANIMAL_SCALE', unit: 'g', operator: 'GREATER', threshold: 2500 }, 2510.25, '2,510.25 g'],
  [
    'above age curve +4.0 °C',
    { category: 'TEMPERATURE', relativeTo: 'CURVE', operator: 'GREATER', threshold: 4 },
    4.5,
    '+4.5 °C',
  ],
  [
    'below 10 % of the capacity',
    { category: 'SILO_WEIGHT', relativeTo: 'CAPACITY', percent: true, operator: 'LESS', threshold: 10 },
    9.33,
    '9.3 %',
  ],
  [
    'below −1 percentage point',
    { category: 'VENTILATION_CONTROL', operator: 'LESS', threshold: -1 },
    -100,
    '−100 percentage points',
  ],
  ['equal to Power failure', { category: 'MAINS_POWER', operator: 'EQUAL', threshold: false }, false, 'Power failure'],
  ['above 5.00', { category: 'OF_ANOTHER_VERSION', operator: 'GREATER', threshold: 5 }, 6, '6.00'],
])('%s', (limit, condition, value, compared) => {
  expect(plain(limitWords(condition, t))).toBe(limit)
  expect(plain(comparedWords(condition, value, t))).toBe(compared)
})

test('a reading has its own unit, whatever is compared', () => {
  const silo: Condition = { category: 'SILO_WEIGHT', relativeTo: 'CAPACITY', percent: true, operator: 'LESS', threshold: 10 }
  expect(plain(readingWords(silo, 1400, t))).toBe('1,400 kg')
  expect(plain(readingWords({ category: 'WATER_COUNTER' }, 5000, t))).toBe('5,000 L')
})

test.each<[string, Condition & { value: number }, string, string]>([
  ['a reading', { category: 'TEMPERATURE', operator: 'GREATER', threshold: 30, value: 30.02 }, 'above 30.00 °C', '30.02 °C'],
  [
    'a reading far from it',
    { category: 'TEMPERATURE', operator: 'GREATER', threshold: 30, value: 31 },
    'above 30.0 °C',
    '31.0 °C',
  ],
  [
    'the limit itself',
    { category: 'TEMPERATURE', operator: 'GREATER_EQUAL', threshold: 30, value: 30 },
    'at or above 30.0 °C',
    '30.0 °C',
  ],
  [
    'a distance from a curve',
    { category: 'TEMPERATURE', relativeTo: 'CURVE', operator: 'GREATER', threshold: 4, value: 4.004 },
    'above age curve +4.000 °C',
    '+4.004 °C',
  ],
  [
    'a share',
    { category: 'SILO_WEIGHT', relativeTo: 'CAPACITY', percent: true, operator: 'LESS', threshold: 10, value: 9.98 },
    'below 10 % of the capacity',
    '9.98 %',
  ],
  ['a rate', { category: 'WATER_COUNTER', operator: 'GREATER', threshold: 300, value: 300.001 }, 'above 300 L/h', '300.001 L/h'],
  ['a reading', { category: 'TEMPERATURE', operator: 'GREATER', threshold: 29.55, value: 31 }, 'above 29.55 °C', '31.00 °C'],
])('tells %s and its limit apart by their decimals', (_, cause, limit, compared) => {
  expect(plain(limitWords(cause, t))).toBe(limit)
  expect(plain(comparedWords(cause, cause.value, t))).toBe(compared)
})

test.each<[string, Condition]>([
  ['above 21.18 °C', { category: 'TEMPERATURE', operator: 'GREATER', threshold: 21.18 }],
  ['above age curve +0.125 °C', { category: 'TEMPERATURE', relativeTo: 'CURVE', operator: 'GREATER', threshold: 0.125 }],
  [
    'below 9.75 % of the capacity',
    { category: 'SILO_WEIGHT', relativeTo: 'CAPACITY', percent: true, operator: 'LESS', threshold: 9.75 },
  ],
  ['above 300.125 L/h', { category: 'WATER_COUNTER', operator: 'GREATER', threshold: 300.125 }],
  ['below −12.5 percentage points', { category: 'VENTILATION_CONTROL', operator: 'LESS', threshold: -12.5 }],
  ['above 0.30 bar', { category: 'WATER_PRESSURE', operator: 'GREATER', threshold: 0.1 + 0.2 }],
])('shows a limit with all its decimals: %s', (limit, condition) => {
  expect(plain(limitWords(condition, t))).toBe(limit)
})

test('rounds a value relative to a curve beside its limit', () => {
  const cause = { category: 'TEMPERATURE', relativeTo: 'CURVE', threshold: 4, value: 4.123456 } as const
  expect(plain(relativeWords(cause, cause.value, t))).toBe('age curve +4.1 °C')
})

test('tells what is read later and the limit apart', () => {
  const cause = { category: 'TEMPERATURE', operator: 'GREATER', threshold: 30, value: 34 }
  expect(plain(readingWords(cause, 30.04, t))).toBe('30.04 °C')
})
