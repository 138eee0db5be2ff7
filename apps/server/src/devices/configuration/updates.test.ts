import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClaimedBox, session } from '../../../test/box.ts'
import { aFarm } from '../../../test/farm.ts'
import type { Farm } from '../../../test/farm.ts'
import { eventually } from '../../../test/journal.ts'
import { STALL_AFTER, createUpdates } from './updates.ts'

let farm: Farm
/** ms by which this suite's wall clock runs ahead */
let ahead = 0
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => Date.now() + ahead, mono: () => performance.now() } })
})
afterAll(() => farm.close())
beforeEach(() => {
  ahead = 0
})

const statusOf = async (id: string) => {
  const { rows } = await farm.world.owner.query<{ status: string }>(
    'select provision_status as status from terminals where id = $1',
    [id],
  )
  return rows[0]?.status
}
const eventOf = async (id: string) => {
  const { rows } = await farm.world.owner.query<{ status: string; category: string; severity: string; title: string }>(
    "select status, category, severity, title from events where terminal_id = $1 and problem = 'UPDATE_STALLED'",
    [id],
  )
  return rows[0]
}
const sweep = () => createUpdates(farm.world).sweep()

test('a terminal is UPDATING while its box reports an update', async () => {
  const box = await aClaimedBox(farm)
  const { say, sid } = await session(farm, box)
  await say('up/state', { on: true, sid })
  expect(await statusOf(box.id)).toBe('PROVISIONED')
  await say('up/state', { on: true, sid, upd: { to: '1.5.0', done: 0 } })
  expect(await statusOf(box.id)).toBe('UPDATING')
  // What an old session says counts for nothing.
  await say('up/state', { on: true, sid: 'another-session' })
  expect(await statusOf(box.id)).toBe('UPDATING')
  const again = await session(farm, box)
  expect(await statusOf(box.id)).toBe('UPDATING')
  await again.say('up/state', { on: true, sid: again.sid })
  expect(await statusOf(box.id)).toBe('PROVISIONED')
})

test('gives up an update without progress for 15 minutes and raises an alarm', async () => {
  const box = await aClaimedBox(farm)
  const { say, sid } = await session(farm, box)
  const upd = (done: number) => say('up/state', { on: true, sid, upd: { to: '1.5.0', done } })
  await upd(0.2)
  ahead = STALL_AFTER - 60_000
  await sweep()
  expect(await statusOf(box.id)).toBe('UPDATING')
  // It gets on: the quarter of an hour begins again. The same again is no progress.
  await upd(0.3)
  ahead += STALL_AFTER - 60_000
  await upd(0.3)
  await sweep()
  expect(await statusOf(box.id)).toBe('UPDATING')
  ahead += 60_000
  await sweep()
  expect(await statusOf(box.id)).toBe('PROVISIONED')
  await eventually(async () => (await eventOf(box.id)) !== undefined)
  expect(await eventOf(box.id)).toEqual({
    status: 'OPEN',
    category: 'TECHNICAL',
    severity: 'MAJOR',
    title: 'Update of Box of the test stalled',
  })
  // Repeating itself does not make it UPDATING again; getting on does, and so does being done.
  await upd(0.3)
  expect(await statusOf(box.id)).toBe('PROVISIONED')
  await upd(0.9)
  expect(await statusOf(box.id)).toBe('UPDATING')
  await say('up/state', { on: true, sid })
  expect(await statusOf(box.id)).toBe('PROVISIONED')
  farm.world.bus.emit('terminal.stalled', { terminalId: box.id, entityId: farm.at.Paul!, at: new Date() })
  await eventually(async () => (await eventOf(box.id))?.status === 'CLOSED')
})
