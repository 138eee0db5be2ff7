import { expect, test } from 'vitest'
import { offeredIn, stillOf } from './found.ts'

const option = (value: string) => ({ value, label: `n${value}` })
const values = (isTyped: boolean) =>
  offeredIn({ found: ['1', '2'].map(option), names: ['2', '9', '8'].map(option), chosen: ['9', '2'], isTyped }).map(
    one => one.value,
  )

test('what is chosen is offered by its name though it was not found, after what was found while somebody types', () => {
  expect(values(false)).toEqual(['9', '1', '2'])
  expect(values(true)).toEqual(['1', '2', '9'])
})

test('the hits before stay only as long as the same is asked of', () => {
  expect(stillOf(['places', { entityId: '1' }], ['places', { entityId: '1' }, { search: 'b' }], 7)).toBe(7)
  expect(stillOf(['places', { entityId: '2' }], ['places', { entityId: '1' }, { search: 'b' }], 7)).toBeUndefined()
  expect(stillOf(['places'], undefined, 7)).toBeUndefined()
})
