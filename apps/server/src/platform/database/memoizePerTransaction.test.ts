import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { systemActor } from '../actor.ts'
import { memoizePerTransaction } from './memoizePerTransaction.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

test('queries once per key and transaction, and again after a failure', async () => {
  let asked = 0
  const ask = () => Promise.resolve(++asked)
  const fails = () => Promise.reject(new Error(`no ${++asked}`))
  const system = systemActor('test')
  await farm.world.db.work(system, async work => {
    expect([
      await memoizePerTransaction(work, 'a', ask),
      await memoizePerTransaction(work, 'a', ask),
      await memoizePerTransaction(work, 'b', ask),
    ]).toEqual([1, 1, 2])
    await expect(memoizePerTransaction(work, 'c', fails)).rejects.toThrow('no 3')
    expect(await memoizePerTransaction(work, 'c', ask)).toBe(4)
  })
  expect(await farm.world.db.work(system, work => memoizePerTransaction(work, 'a', ask))).toBe(5)
})
