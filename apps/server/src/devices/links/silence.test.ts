import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTerminal } from '../../../test/box.ts'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { RECONNECT_TIME, isSilent, createSilenceWatch } from './silence.ts'
import { withTimers } from '../../platform/time/clock.ts'

const MINUTE = 60_000
let farm: Farm
let mono = 0
let wall = Date.UTC(2026, 4, 4, 6)
let presenceMessages: string[]
/** Duration of silence by terminal, ms. */
const silentMs = new Map<string, number>()
const clock = withTimers({ now: () => wall, mono: () => mono })
const pass = (ms: number) => {
  mono += ms
  wall += ms
  for (const [id, quiet] of silentMs) silentMs.set(id, quiet + ms)
}
const watch = () => {
  const watch = createSilenceWatch({ ...farm.world, clock }, id => silentMs.get(id))
  watch.start()
  return watch
}
const provisioned = async (timeOut: number) => {
  const { id } = await aTerminal(farm, 'Paul', { timeOut })
  await farm.world.owner.query("update terminals set provision_status = 'PROVISIONED' where id = $1", [id])
  return id
}

beforeAll(async () => {
  farm = await aFarm()
  // The server's own watch would speak in between.
  await farm.app.services.devices.part.stop()
  farm.world.bus.on(
    'terminal.silent',
    'test',
    ({ terminalId, since }) => void presenceMessages.push(`${terminalId} silent ${since.toISOString()}`),
  )
  farm.world.bus.on('terminal.back', 'test', ({ terminalId }) => void presenceMessages.push(`${terminalId} back`))
})
afterAll(() => farm.close())
beforeEach(async () => {
  presenceMessages = []
  silentMs.clear()
  await farm.world.owner.query('update terminals set retired_at = now()')
})

test('publishes silence after the time-out and the return, once each', async () => {
  const id = await provisioned(300)
  const one = watch()
  silentMs.set(id, 0)
  pass(5 * MINUTE - 1)
  await one.sweep()
  expect(presenceMessages).toEqual([])
  pass(1)
  await one.sweep()
  await one.sweep()
  expect(presenceMessages).toEqual([`${id} silent ${new Date(wall - 5 * MINUTE).toISOString()}`])
  silentMs.set(id, 0)
  await one.sweep()
  await one.sweep()
  expect(presenceMessages.slice(1)).toEqual([`${id} back`])
})

const heardLast = (id: string, at: number) =>
  farm.world.owner.query('update terminal_links set last_communication_at = $2 where terminal_id = $1', [id, new Date(at)])

test('after a start, counts silence from the last contact before it', async () => {
  const id = await provisioned(300)
  const before = watch()
  silentMs.set(id, 6 * MINUTE)
  await before.sweep()
  expect(presenceMessages).toHaveLength(1)
  silentMs.clear()
  const gone = await provisioned(300)
  const later = await provisioned(3600)
  const never = await provisioned(300)
  const last = wall
  await heardLast(gone, last)
  await heardLast(later, last)
  pass(30 * MINUTE)
  const after = watch()
  pass(RECONNECT_TIME - 1)
  await after.sweep()
  expect(presenceMessages).toHaveLength(1)
  pass(1)
  await after.sweep()
  expect(presenceMessages.slice(1)).toEqual([`${gone} silent ${new Date(last).toISOString()}`])
  // Another start puts off nothing that was told, and what is to be told by no more than the time to come back.
  pass(27 * MINUTE)
  const again = watch()
  pass(RECONNECT_TIME)
  await again.sweep()
  expect(presenceMessages.slice(2)).toEqual([`${later} silent ${new Date(last).toISOString()}`])
  pass(5 * MINUTE)
  await again.sweep()
  expect(presenceMessages.slice(3)).toEqual([expect.stringMatching(`^${never} silent`)])
})

test('neither a clock change nor a time-out of 0 raises an alarm', async () => {
  const id = await provisioned(300)
  const never = await provisioned(0)
  const one = watch()
  silentMs.set(id, 0)
  silentMs.set(never, 0)
  wall += 3_600_000
  await one.sweep()
  pass(4 * MINUTE)
  silentMs.set(never, 43_200_000 * 1000)
  await one.sweep()
  expect(presenceMessages).toEqual([])
})

test('ends the silence of a terminal that is no longer monitored', async () => {
  const id = await provisioned(300)
  const one = watch()
  silentMs.set(id, 6 * MINUTE)
  await one.sweep()
  await farm.world.owner.query('update terminals set time_out = 0 where id = $1', [id])
  await one.sweep()
  expect(presenceMessages.at(-1)).toBe(`${id} back`)
})

test('the limit', () => {
  expect([isSilent(60, 59_999), isSilent(60, 60_000), isSilent(0, 1e12)]).toEqual([false, true, false])
})
