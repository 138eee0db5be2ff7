import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, writeSearch } from './search.ts'

test('reads repeated parameters as a list and values as text', () => {
  expect(parseSearch('?page=2&status=OPEN&status=PENDING&title=%C3%A9+%2B')).toEqual({
    page: '2',
    status: ['OPEN', 'PENDING'],
    title: 'é +',
  })
})

test('leaves out empty values', () => {
  expect(writeSearch({ page: 0, title: '', status: [], cause: undefined, on: false })).toBe('?page=0&on=false')
  expect(writeSearch({})).toBe('')
})

test('reads back what it writes', () => {
  const name = fc.string({ minLength: 1 }).filter(one => one !== '__proto__')
  const texts = fc.string({ minLength: 1 })
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(texts, fc.array(texts, { minLength: 2 }))), search => {
      expect(parseSearch(writeSearch(search))).toEqual({ ...search })
    }),
  )
})
