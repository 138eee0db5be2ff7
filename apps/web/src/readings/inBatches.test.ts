import { MAX_INTERFACES } from '@steading/contract/devices/readings'
import { expect, test } from 'vitest'
import { inBatches } from './inBatches.ts'

test('every id once, in order, never more at once than a call may carry', async () => {
  const ids = Array.from({ length: 2 * MAX_INTERFACES + 1 }, (_, at) => String(at + 1))
  const sizes: number[] = []
  const found = await inBatches(ids, async some => {
    sizes.push(some.length)
    return some
  })
  expect(found).toEqual(ids)
  expect(sizes).toEqual([MAX_INTERFACES, MAX_INTERFACES, 1])
  expect(await inBatches([], () => Promise.reject(new Error('nobody asks')))).toEqual([])
})
