import { expect, test } from 'vitest'
import { readList } from '../ui/list/useListState.ts'
import { listSchema, searchOf, standardOf } from './events.queries.ts'
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
