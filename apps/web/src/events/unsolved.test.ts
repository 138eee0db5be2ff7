import { expect, test } from 'vitest'
import { listSchema, searchOf, standardOf } from './events.queries.ts'
import { unsolved } from './unsolved.ts'

test('what is not solved is listed however long ago it began; other lists begin with the last day', () => {
  expect(standardOf(undefined)).toBe('TWENTYFOUR')
  expect(standardOf(['OPEN', 'CLOSED'])).toBe('TWENTYFOUR')
  const asked = searchOf(listSchema.parse({ status: [...unsolved] }))
  expect([asked.status, asked.lastTime, asked.fromDate]).toEqual([['OPEN', 'PENDING'], undefined, undefined])
  expect(searchOf(listSchema.parse({ status: ['OPEN'], lastTime: 'ONE' })).lastTime).toBe('ONE')
})
