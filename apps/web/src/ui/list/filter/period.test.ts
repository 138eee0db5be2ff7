import { expect, test } from 'vitest'
import { asked, byDates, byPreset } from './period.ts'

type Last = 'ONE' | 'MONTH'
const from = '2026-05-01T00:00:00.000Z'
const to = '2026-05-04T00:00:00.000Z'

test('defaults to the last month', () => {
  expect(asked<Last>({}, 'MONTH')).toEqual({ lastTime: 'MONTH' })
})
test('defaults to any time for a list without a preset', () => {
  expect(asked<Last>({}, undefined)).toEqual({})
  expect(asked<Last>({ lastTime: 'MONTH' }, undefined)).toEqual({ lastTime: 'MONTH' })
  expect(byPreset<Last>('MONTH', undefined).lastTime).toBe('MONTH')
})
test('clears both dates by a preset', () => {
  expect({ fromDate: from, toDate: to, ...byPreset<Last>('ONE', 'MONTH') }).toEqual({
    lastTime: 'ONE',
    fromDate: undefined,
    toDate: undefined,
  })
})
test('clears the preset by a date, and keeps the other date', () => {
  expect(byDates<Last>({ lastTime: 'ONE' }, { fromDate: from })).toStrictEqual({
    lastTime: undefined,
    fromDate: from,
    toDate: undefined,
  })
  expect(byDates<Last>({ fromDate: from }, { toDate: to })).toStrictEqual({ lastTime: undefined, fromDate: from, toDate: to })
  expect(asked(byDates<Last>({ fromDate: from }, { toDate: to }), 'MONTH')).toStrictEqual({ fromDate: from, toDate: to })
})
test('accepts one date, and returns to the month without any', () => {
  const period = byDates<Last>({ fromDate: from, toDate: to }, { toDate: undefined })
  expect(asked(period, 'MONTH')).toEqual({ fromDate: from, toDate: undefined })
  expect(asked(byDates(period, { fromDate: undefined }), 'MONTH')).toEqual({ lastTime: 'MONTH' })
})
test('does not write the default preset', () => {
  expect(byPreset<Last>('MONTH', 'MONTH').lastTime).toBeUndefined()
})
