import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { productionTypeOptions } from './batchWords.ts'

test('offers each production type by a name of its own', async () => {
  const t = await translator('en-US')
  expect(new Set(productionTypeOptions(t).map(option => option.label)).size).toBe(10)
})
