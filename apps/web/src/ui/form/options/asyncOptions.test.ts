import { expect, test } from 'vitest'
import { offeredIn, stillOf } from './asyncOptions.ts'

const option = (value: string) => ({ value, label: `n${value}` })
const values = (isTyped: boolean) =>
  offeredIn({ found: ['1', '2'].map(option), names: ['2', '9', '8'].map(option), chosen: ['9', '2'], isTyped }).map(
    one => one.value,
  )

test('offers the chosen option after the search results', () => {
  expect(values(false)).toEqual(['9', '1', '2'])
  expect(values(true)).toEqual(['1', '2', '9'])
})

test('keeps previous results only for the same source', () => {
  expect(stillOf(['places', { entityId: '1' }], ['places', { entityId: '1' }, { search: 'b' }], 7)).toBe(7)
  expect(stillOf(['places', { entityId: '2' }], ['places', { entityId: '1' }, { search: 'b' }], 7)).toBeUndefined()
  expect(stillOf(['places'], undefined, 7)).toBeUndefined()
})
