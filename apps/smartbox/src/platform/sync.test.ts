import { beforeEach, describe, expect, it } from 'vitest'
import { virtualClock } from '../../test/virtual-clock.ts'
import type { VirtualClock } from '../../test/virtual-clock.ts'
import { createSync } from './sync.ts'
import type { Sync } from './sync.ts'
import { createBoxTime } from './time.ts'
import type { BoxTime } from './time.ts'

const T = 1_790_000_000_000
let clock: VirtualClock
let time: BoxTime
let sync: Sync
let asked: number[]
let learned: number

beforeEach(() => {
  clock = virtualClock(T)
  time = createBoxTime(clock)
  asked = []
  learned = 0
  sync = createSync(
    clock,
    time,
    m => asked.push(m),
    () => learned++,
  )
})

describe('clock exchange', () => {
  it('learns from a good answer and asks again after ten minutes', async () => {
    sync.open()
    await clock.pass(100)
    sync.answer({ m: asked[0]!, rx: T + 7050, tx: T + 7050 })
    expect([learned, time.utc(), time.quality()]).toEqual([1, T + 7100, 2])
    await clock.pass(599_999)
    expect(asked).toHaveLength(1)
    await clock.pass(1)
    expect(asked).toHaveLength(2)
  })

  it('discards a late answer and one that it did not request', async () => {
    sync.open()
    sync.answer({ m: 5, rx: T, tx: T })
    await clock.pass(2001)
    sync.answer({ m: asked[0]!, rx: T, tx: T })
    sync.answer({ m: asked[0]!, rx: T + 2001, tx: T + 2001 })
    expect([learned, time.quality()]).toEqual([0, 1])
    await clock.pass(5000)
    expect(asked).toHaveLength(2)
  })

  it('repeats every 5 s without an answer until the session ends', async () => {
    sync.open()
    await clock.pass(15_000)
    expect(asked).toHaveLength(4)
    sync.close()
    sync.answer({ m: asked.at(-1)!, rx: T, tx: T })
    await clock.pass(60_000)
    expect([asked.length, learned]).toEqual([4, 0])
  })
})
