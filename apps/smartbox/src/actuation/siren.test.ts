import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { virtualClock } from '../../test/virtual-clock.ts'
import type { VirtualClock } from '../../test/virtual-clock.ts'
import { createSiren } from './siren.ts'
import type { Siren } from './siren.ts'

const MINUTE = 60_000
let folder: string
let clock: VirtualClock
let siren: Siren
let soundings: boolean[]

const start = () => {
  siren = createSiren({
    path: join(folder, 'siren.json'),
    clock,
    now: () => clock.now(),
    log: () => {},
    sound: on => void soundings.push(on),
  })
  siren.configure({ ixs: [3], after: 300 })
}
const doing = (kind: string, event = '31:1') => ({ rule: '31', ver: 1, kind, key: `${event}:${kind}`, event })
const upTo = (last: number) => (seq: number) => seq <= last

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'siren-'))
  clock = virtualClock()
  soundings = []
  start()
})
afterEach(() => {
  siren.stop()
  rmSync(folder, { recursive: true })
})

it('sounds when an alarm waited for too long, and until the platform has it', async () => {
  siren.reported(doing('EVENT_OPEN'), 7)
  await clock.pass(5 * MINUTE - 1)
  expect(soundings).toEqual([])
  await clock.pass(1)
  expect(soundings).toEqual([true])
  siren.acknowledged(upTo(6))
  expect(soundings).toEqual([true])
  siren.acknowledged(upTo(7))
  expect(soundings).toEqual([true, false])
})

it('is silent if the platform answers in time, and for anything but alarms', async () => {
  siren.reported(doing('EVENT_OPEN'), 7)
  siren.reported(doing('FAULT', '31:2'), 8)
  await clock.pass(4 * MINUTE)
  siren.acknowledged(upTo(7))
  await clock.pass(60 * MINUTE)
  expect(soundings).toEqual([])
})

it('counts from the first notification of a repeated alarm', async () => {
  for (let n = 0; n < 5; n++) {
    siren.reported(doing('EVENT_NOTIFY'), 7 + n)
    await clock.pass(MINUTE)
  }
  expect(soundings).toEqual([true])
})

it('is silent when the danger is over, but not as long as another waits', async () => {
  siren.reported(doing('EVENT_OPEN'), 7)
  await clock.pass(MINUTE)
  siren.reported(doing('EVENT_OPEN', '32:1'), 8)
  await clock.pass(4 * MINUTE)
  siren.reported(doing('EVENT_CLOSE'), 9)
  expect(soundings).toEqual([true])
  siren.reported(doing('EVENT_CLOSE', '32:1'), 10)
  expect(soundings).toEqual([true, false])
})

it('sounds for alarms that the store did not take until they are over', async () => {
  siren.reported(doing('EVENT_OPEN'), null)
  siren.acknowledged(upTo(1_000_000))
  await clock.pass(5 * MINUTE)
  expect(soundings).toEqual([true])
})

it('counts on over a restart, whatever the clock shows', async () => {
  siren.reported(doing('EVENT_OPEN'), 7)
  await clock.pass(3 * MINUTE)
  siren.stop()
  start()
  await clock.pass(2 * MINUTE - 1)
  expect(soundings).toEqual([])
  // A clock that is set meanwhile is no waiting.
  clock.jump(60 * MINUTE)
  expect(soundings).toEqual([])
  await clock.pass(1)
  expect(soundings).toEqual([true])
  siren.stop()
  // It sounded: a restart goes on with it at once, and knows that it is to end.
  start()
  expect(soundings).toEqual([true, true])
  siren.acknowledged(upTo(7))
  expect(soundings).toEqual([true, true, false])
})

it('a clock that was lost over a restart makes it wait no longer than the whole time', async () => {
  siren.reported(doing('EVENT_OPEN'), 7)
  siren.stop()
  clock.jump(-365 * 24 * 60 * MINUTE)
  start()
  await clock.pass(5 * MINUTE)
  expect(soundings).toEqual([true])
})

it('stops if a configuration has no siren', async () => {
  siren.reported(doing('EVENT_OPEN'), 7)
  await clock.pass(5 * MINUTE)
  siren.configure(undefined)
  expect(soundings).toEqual([true, false])
  await clock.pass(60 * MINUTE)
  expect(soundings).toEqual([true, false])
})
