import { expect, test } from 'vitest'
import { readList } from '../ui/list/useListState.ts'
import { boundsClosedOnly, listSchema, toSearch, defaultLastTime } from './events.queries.ts'
import { unsolved } from './words.ts'

test('what is not solved is listed however long ago it began; other lists begin with the last day', () => {
  expect(defaultLastTime(undefined)).toBe('TWENTYFOUR')
  expect(defaultLastTime(['OPEN', 'CLOSED'])).toBe('TWENTYFOUR')
  const asked = toSearch(listSchema.parse({ status: [...unsolved] }))
  expect([asked.status, asked.lastTime, asked.fromDate]).toEqual([['OPEN', 'PENDING'], undefined, undefined])
  expect(toSearch(listSchema.parse({ status: ['OPEN'], lastTime: 'ONE' })).lastTime).toBe('ONE')
})

test('a preset that the list does not offer counts as not given', () => {
  const asked = (search: object) => toSearch(readList(listSchema, { ...search })).lastTime
  expect(asked({ lastTime: 'SIX' })).toBe('SIX')
  expect(asked({ lastTime: 'MONTH' })).toBe('TWENTYFOUR')
  expect(asked({ lastTime: 'MONTH', status: ['OPEN'] })).toBeUndefined()
})

test('a preset period is asked with everything that is not closed', () => {
  expect(toSearch(listSchema.parse({}))).toMatchObject({ lastTime: 'TWENTYFOUR', withNotClosed: true })
  expect(toSearch(listSchema.parse({ lastTime: 'ONE' }), true).withNotClosed).toBe(true)
})

test('typed dates and chosen statuses are asked as they are', () => {
  expect(toSearch(listSchema.parse({ fromDate: '2026-05-01T00:00:00.000Z' })).withNotClosed).toBeUndefined()
  expect(toSearch(listSchema.parse({ status: ['OPEN'], lastTime: 'ONE' })).withNotClosed).toBeUndefined()
  expect([undefined, ['CLOSED'], ['OPEN', 'CLOSED']].map(status => boundsClosedOnly(status as never))).toEqual([
    true,
    false,
    true,
  ])
})
