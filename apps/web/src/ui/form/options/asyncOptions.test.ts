import { expect, test } from 'vitest'
import { offeredIn } from './asyncOptions.ts'

const option = (value: string) => ({ value, label: `n${value}` })
const values = (isTyped: boolean) =>
  offeredIn({ found: ['1', '2'].map(option), names: ['2', '9', '8'].map(option), chosen: ['9', '2'], isTyped }).map(
    one => one.value,
  )

test('offers the chosen option after the search results', () => {
  expect(values(false)).toEqual(['9', '1', '2'])
  expect(values(true)).toEqual(['1', '2', '9'])
})
