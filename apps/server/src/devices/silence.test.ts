import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTerminal } from '../../test/box.ts'
import { aFarm } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { COMES_BACK, isSilent, silenceWatch } from './silence.ts'

const MINUTE = 60_000
let farm: Farm
let mono = 0
let wall = Date.UTC(2026, 4, 4, 6)
let told: string[]
/** ms since each terminal was heard */
const heard = new Map<string, number>()
const clock = { now: () => wall, mono: () => mono }
const pass = (ms: number) => {
  mono += ms
  wall += ms
  for (const [id, quiet] of heard) heard.set(id, quiet + ms)
}
const watch = () => {
  const made = silenceWatch({ ...farm.world, clock }, id => heard.get(id))
  made.start()
  return made
}
const provisioned = async (timeOut: number) => {
  const { id } = await aTerminal(farm, 'Paul', { timeOut })
  await farm.world.owner.query("update terminals set provision_status = 'PROVISIONED' where id = $1", [id])
  return id
}

beforeAll(async () => {
  farm = await aFarm()
  // The server's own watch would speak in between.
  await farm.app.doors.devices.part.stop()
  farm.world.bus.on(
    'terminal.silent',
    'test',
    ({ terminalId, since }) => void told.push(`${terminalId} silent ${since.toISOString()}`),
  )
  farm.world.bus.on('terminal.back', 'test', ({ terminalId }) => void told.push(`${terminalId} back`))
})
afterAll(() => farm.close())
beforeEach(async () => {
  told = []
  heard.clear()
  await farm.world.owner.query('update terminals set retired_at = now()')
})

test('a terminal is silent from its own time-out on, told once; back is told once', async () => {
  const id = await provisioned(300)
  const one = watch()
  heard.set(id, 0)
  pass(5 * MINUTE - 1)
  await one.sweep()
  expect(told).toEqual([])
  pass(1)
  await one.sweep()
  await one.sweep()
  expect(told).toEqual([`${id} silent ${new Date(wall - 5 * MINUTE).toISOString()}`])
  heard.set(id, 0)
  await one.sweep()
  await one.sweep()
  expect(told.slice(1)).toEqual([`${id} back`])
})

const heardLast = (id: string, at: number) =>
  farm.world.owner.query('update terminal_links set last_communication_at = $2 where terminal_id = $1', [id, new Date(at)])

test('after a start who was heard before has the time to come back, and then is silent since it was heard; what was silent stays so', async () => {
  const id = await provisioned(300)
  const before = watch()
  heard.set(id, 6 * MINUTE)
  await before.sweep()
  expect(told).toHaveLength(1)
  heard.clear()
  const [gone, later, never] = [await provisioned(300), await provisioned(3600), await provisioned(300)]
  const last = wall
  await heardLast(gone, last)
  await heardLast(later, last)
  pass(30 * MINUTE)
  const after = watch()
  pass(COMES_BACK - 1)
  await after.sweep()
  expect(told).toHaveLength(1)
  pass(1)
  await after.sweep()
  expect(told.slice(1)).toEqual([`${gone} silent ${new Date(last).toISOString()}`])
  // Another start puts off nothing that was told, and what is to be told by no more than the time to come back.
  pass(27 * MINUTE)
  const again = watch()
  pass(COMES_BACK)
  await again.sweep()
  expect(told.slice(2)).toEqual([`${later} silent ${new Date(last).toISOString()}`])
  pass(5 * MINUTE)
  await again.sweep()
  expect(told.slice(3)).toEqual([expect.stringMatching(`^${never} silent`)])
})

test('neither a clock that is set nor a time-out of 0 raises an alarm', async () => {
  const [id, never] = [await provisioned(300), await provisioned(0)]
  const one = watch()
  heard.set(id, 0)
  heard.set(never, 0)
  wall += 3_600_000
  await one.sweep()
  pass(4 * MINUTE)
  heard.set(never, 43_200_000 * 1000)
  await one.sweep()
  expect(told).toEqual([])
})

test('a silence that no longer matters is over', async () => {
  const id = await provisioned(300)
  const one = watch()
  heard.set(id, 6 * MINUTE)
  await one.sweep()
  await farm.world.owner.query('update terminals set time_out = 0 where id = $1', [id])
  await one.sweep()
  expect(told.at(-1)).toBe(`${id} back`)
})

test('the limit', () => {
  expect([isSilent(60, 59_999), isSilent(60, 60_000), isSilent(0, 1e12)]).toEqual([false, true, false])
})
