import { describe, expect, it } from 'vitest'
import { virtualClock } from '../../test/virtual-clock.ts'
import { createBoxTime } from './time.ts'

const T = 1_790_000_000_000

describe('box time', () => {
  it('is unsynchronised until the platform sends it, then synchronised for an hour', async () => {
    const clock = virtualClock(T)
    const time = createBoxTime(clock)
    expect([time.utc(), time.quality(), time.platform()]).toEqual([T, 1, null])
    time.learn(T + 5000 - clock.mono())
    expect([time.utc(), time.quality(), time.platform(), time.correction()]).toEqual([T + 5000, 2, T + 5000, 5000])
    await clock.pass(3_600_001)
    expect([time.quality(), time.platform(), time.utc()]).toEqual([1, null, T + 3_605_001])
  })

  it('does not feel a jump of the system clock', async () => {
    const clock = virtualClock(T)
    const time = createBoxTime(clock)
    clock.jump(-86_400_000)
    await clock.pass(1000)
    expect(time.utc()).toBe(T + 1000)
  })

  it('never starts before a known instant, and reports that it is unsynchronised', () => {
    const time = createBoxTime(virtualClock(1000), T)
    expect([time.utc(), time.quality()]).toEqual([T, 0])
  })

  it('lets the time of rules never step back, and melts the lead', async () => {
    const clock = virtualClock(T)
    const time = createBoxTime(clock)
    time.learn(T - 60_000 - clock.mono())
    expect([time.utc(), time.ruled()]).toEqual([T - 60_000, T])
    let last = time.ruled()
    for (let k = 0; k < 30; k++) {
      await clock.pass(60_000)
      expect(time.ruled() - last).toBeGreaterThanOrEqual(57_000)
      expect(time.ruled() - last).toBeLessThanOrEqual(60_000)
      last = time.ruled()
    }
    expect(time.ruled()).toBe(time.utc())
    time.learn(T + 7_200_000 - clock.mono() + 1_800_000)
    expect(time.ruled()).toBe(time.utc())
  })

  it('knows the age of a stamp, whatever the clock learned since', async () => {
    const clock = virtualClock(1000)
    const time = createBoxTime(clock)
    const stamped = time.utc()
    await clock.pass(700)
    time.learn(T)
    expect(time.since(stamped)).toBe(700)
  })
})
