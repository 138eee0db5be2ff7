import { expect, test } from 'vitest'
import { readList } from '../ui/list/useListState.ts'
import { boundsClosedOnly, listSchema, searchOf, standardOf } from './events.queries.ts'
import { unsolved } from './unsolved.ts'

test('what is not solved is listed however long ago it began; other lists begin with the last day', () => {
  expect(standardOf(undefined)).toBe('TWENTYFOUR')
  expect(standardOf(['OPEN', 'CLOSED'])).toBe('TWENTYFOUR')
  const asked = searchOf(listSchema.parse({ status: [...unsolved] }))
  expect([asked.status, asked.lastTime, asked.fromDate]).toEqual([['OPEN', 'PENDING'], undefined, undefined])
  expect(searchOf(listSchema.parse({ status: ['OPEN'], lastTime: 'ONE' })).lastTime).toBe('ONE')
})

test('a preset that the list does not offer counts as not given', () => {
  const asked = (search: object) => searchOf(readList(listSchema, { ...search })).lastTime
  expect(asked({ lastTime: 'SIX' })).toBe('SIX')
  expect(asked({ lastTime: 'MONTH' })).toBe('TWENTYFOUR')
  expect(asked({ lastTime: 'MONTH', status: ['OPEN'] })).toBeUndefined()
})

test('a preset period is asked with everything that is not closed', () => {
  expect(searchOf(listSchema.parse({}))).toMatchObject({ lastTime: 'TWENTYFOUR', withNotClosed: true })
  expect(searchOf(listSchema.parse({ lastTime: 'ONE' }), true).withNotClosed).toBe(true)
})

test('typed dates and chosen statuses are asked as they are', () => {
  expect(searchOf(listSchema.parse({ fromDate: '2026-05-01T00:00:00.000Z' })).withNotClosed).toBeUndefined()
  expect(searchOf(listSchema.parse({ status: ['OPEN'], lastTime: 'ONE' })).withNotClosed).toBeUndefined()
  expect([undefined, ['CLOSED'], ['OPEN', 'CLOSED']].map(status => boundsClosedOnly(status as never))).toEqual([
    true,
    false,
    true,
  ])
})
