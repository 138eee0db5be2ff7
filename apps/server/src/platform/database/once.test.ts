import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { systemActor } from '../actor.ts'
import { once } from './once.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

test('is asked once in a transaction, for each key, and again in the next one and after a failure', async () => {
  let asked = 0
  const ask = () => Promise.resolve(++asked)
  const fails = () => Promise.reject(new Error(`no ${++asked}`))
  const system = systemActor('test')
  await farm.world.db.work(system, async work => {
    expect([await once(work, 'a', ask), await once(work, 'a', ask), await once(work, 'b', ask)]).toEqual([1, 1, 2])
    await expect(once(work, 'c', fails)).rejects.toThrow('no 3')
    expect(await once(work, 'c', ask)).toBe(4)
  })
  expect(await farm.world.db.work(system, work => once(work, 'a', ask))).toBe(5)
})
