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
let said: boolean[]

const start = () => {
  siren = createSiren({
    path: join(folder, 'siren.json'),
    clock,
    now: () => clock.now(),
    log: () => {},
    sound: on => void said.push(on),
  })
  siren.configure({ ixs: [3], after: 300 })
}
const doing = (kind: string, event = '31:1') => ({ rule: '31', ver: 1, kind, key: `${event}:${kind}`, event })
const upTo = (last: number) => (seq: number) => seq <= last

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'siren-'))
  clock = virtualClock()
  said = []
  start()
})
afterEach(() => {
  siren.stop()
  rmSync(folder, { recursive: true })
})

it('sounds when an alarm waited for too long, and until the platform has it', async () => {
  siren.told(doing('EVENT_OPEN'), 7)
  await clock.pass(5 * MINUTE - 1)
  expect(said).toEqual([])
  await clock.pass(1)
  expect(said).toEqual([true])
  siren.acknowledged(upTo(6))
  expect(said).toEqual([true])
  siren.acknowledged(upTo(7))
  expect(said).toEqual([true, false])
})

it('is silent where the platform answers in time, and about what is no alarm', async () => {
  siren.told(doing('EVENT_OPEN'), 7)
  siren.told(doing('FAULT', '31:2'), 8)
  await clock.pass(4 * MINUTE)
  siren.acknowledged(upTo(7))
  await clock.pass(60 * MINUTE)
  expect(said).toEqual([])
})

it('goes by the first word of an alarm that is told again and again', async () => {
  for (let n = 0; n < 5; n++) {
    siren.told(doing('EVENT_NOTIFY'), 7 + n)
    await clock.pass(MINUTE)
  }
  expect(said).toEqual([true])
})

it('is silent when the danger is over, but not as long as another waits', async () => {
  siren.told(doing('EVENT_OPEN'), 7)
  await clock.pass(MINUTE)
  siren.told(doing('EVENT_OPEN', '32:1'), 8)
  await clock.pass(4 * MINUTE)
  siren.told(doing('EVENT_CLOSE'), 9)
  expect(said).toEqual([true])
  siren.told(doing('EVENT_CLOSE', '32:1'), 10)
  expect(said).toEqual([true, false])
})

it('sounds for what the store did not take until it is over', async () => {
  siren.told(doing('EVENT_OPEN'), null)
  siren.acknowledged(upTo(1_000_000))
  await clock.pass(5 * MINUTE)
  expect(said).toEqual([true])
})

it('counts on over a restart, whatever the clock says then', async () => {
  siren.told(doing('EVENT_OPEN'), 7)
  await clock.pass(3 * MINUTE)
  siren.stop()
  start()
  await clock.pass(2 * MINUTE - 1)
  expect(said).toEqual([])
  // A clock that is set meanwhile is no waiting.
  clock.jump(60 * MINUTE)
  expect(said).toEqual([])
  await clock.pass(1)
  expect(said).toEqual([true])
  siren.stop()
  // It sounded: a restart goes on with it at once, and knows that it is to end.
  start()
  expect(said).toEqual([true, true])
  siren.acknowledged(upTo(7))
  expect(said).toEqual([true, true, false])
})

it('a clock that was lost over a restart makes it wait no longer than the whole time', async () => {
  siren.told(doing('EVENT_OPEN'), 7)
  siren.stop()
  clock.jump(-365 * 24 * 60 * MINUTE)
  start()
  await clock.pass(5 * MINUTE)
  expect(said).toEqual([true])
})

it('sounds no more where a configuration has no siren', async () => {
  siren.told(doing('EVENT_OPEN'), 7)
  await clock.pass(5 * MINUTE)
  siren.configure(undefined)
  expect(said).toEqual([true, false])
  await clock.pass(60 * MINUTE)
  expect(said).toEqual([true, false])
})
