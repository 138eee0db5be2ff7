import { expect, test } from 'vitest'
import { readDay, writeDay } from './day.ts'

test.each([
  ['06-04-2026', '2026-04-06'],
  ['6/4/2026', '2026-04-06'],
  ['31-04-2026', undefined],
  ['2026-04-06', undefined],
  ['', ''],
])('%s is %s', (typed, read) => expect(readDay(typed)).toBe(read))

test('a day is written as it is read', () => {
  expect(writeDay('2026-04-06')).toBe('06-04-2026')
  expect(writeDay(undefined)).toBe('')
})
