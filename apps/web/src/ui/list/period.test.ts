import { expect, test } from 'vitest'
import { asked, byDates, byPreset } from './period.ts'

type Last = 'ONE' | 'MONTH'
const from = '2026-05-01T00:00:00.000Z'
const to = '2026-05-04T00:00:00.000Z'

test('a list without a word is the last month', () => {
  expect(asked<Last>({}, 'MONTH')).toEqual({ lastTime: 'MONTH' })
})
test('a list without a preset of its own is of any time', () => {
  expect(asked<Last>({}, undefined)).toEqual({})
  expect(asked<Last>({ lastTime: 'MONTH' }, undefined)).toEqual({ lastTime: 'MONTH' })
  expect(byPreset<Last>('MONTH', undefined).lastTime).toBe('MONTH')
})
test('a preset clears both dates', () => {
  expect({ fromDate: from, toDate: to, ...byPreset<Last>('ONE', 'MONTH') }).toEqual({
    lastTime: 'ONE',
    fromDate: undefined,
    toDate: undefined,
  })
})
test('a date clears the preset, and the other date stays', () => {
  expect(byDates<Last>({ lastTime: 'ONE' }, { fromDate: from })).toStrictEqual({
    lastTime: undefined,
    fromDate: from,
    toDate: undefined,
  })
  expect(byDates<Last>({ fromDate: from }, { toDate: to })).toStrictEqual({ lastTime: undefined, fromDate: from, toDate: to })
  expect(asked(byDates<Last>({ fromDate: from }, { toDate: to }), 'MONTH')).toStrictEqual({ fromDate: from, toDate: to })
})
test('one date alone holds; clearing both brings the month back', () => {
  const one = byDates<Last>({ fromDate: from, toDate: to }, { toDate: undefined })
  expect(asked(one, 'MONTH')).toEqual({ fromDate: from, toDate: undefined })
  expect(asked(byDates(one, { fromDate: undefined }), 'MONTH')).toEqual({ lastTime: 'MONTH' })
})
test('the preset of the list itself is not written', () => {
  expect(byPreset<Last>('MONTH', 'MONTH').lastTime).toBeUndefined()
})
