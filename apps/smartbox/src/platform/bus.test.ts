import { describe, expect, it } from 'vitest'
import { virtualClock } from '../../test/virtual-clock.ts'
import { createBus } from './bus.ts'
import type { Driver } from './driver.ts'

const setUp = () => {
  const clock = virtualClock()
  const done: string[] = []
  const go = Promise.withResolvers<void>()
  const driver: Driver = {
    start: async () => {},
    read: async ([address]) => {
      if (address === 'slow') await go.promise
      if (address === 'stuck') await new Promise(() => {})
      done.push(`read ${address}`)
      return []
    },
    write: async (address, value) => {
      done.push(`write ${address}`)
      return value
    },
    stop: async () => {},
  }
  return { clock, done, go, bus: createBus(driver, clock) }
}

describe('bus', () => {
  it('does one thing at a time, writes before reads', async () => {
    const { clock, done, go, bus } = setUp()
    const all = [bus.read(['slow']), bus.read(['a']), bus.write('x', 1, 'command'), bus.write('y', 2, 'rule')]
    await clock.pass(100)
    expect(done).toEqual([])
    go.resolve()
    await Promise.all(all)
    expect(done).toEqual(['read slow', 'write x', 'write y', 'read a'])
  })

  it('aborts a hanging request and continues', async () => {
    const { clock, done, bus } = setUp()
    const stuck = bus.read(['stuck']).catch((error: unknown) => String(error))
    const next = bus.write('x', true, 'rule')
    await clock.pass(20_000)
    await expect(stuck).resolves.toContain('does not answer')
    await expect(next).resolves.toBe(true)
    expect(done).toEqual(['write x'])
  })

  it('asks again whether a write is needed when it is due', async () => {
    const { done, bus } = setUp()
    await expect(bus.write('x', 1, 'command', () => false)).resolves.toBeNull()
    expect(done).toEqual([])
  })
})
