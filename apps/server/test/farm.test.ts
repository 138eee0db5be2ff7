import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aFarm } from './farm.ts'
import type { Farm } from './farm.ts'
import { eventually } from './journal.ts'
import { createVirtualClock } from './virtualClock.ts'

const clock = createVirtualClock()
let farm: Farm
beforeAll(async () => void (farm = await aFarm({ clock })))
afterAll(() => farm.close())

test('passes time from timer to timer, each after the effects of the one before', async () => {
  const start = clock.mono()
  const fired: string[] = []
  const note = (name: string) => fired.push(`${name} ${clock.mono() - start}`)
  const end = farm.world.bus.on('terminal.back', 'test', async () => {
    await farm.world.owner.query('select 1')
    note('effect')
    clock.after(5, () => note('its timer'))
  })
  clock.after(10, () => farm.world.bus.emit('terminal.back', { terminalId: '0', entityId: farm.at.Paul!, at: new Date() }))
  clock.after(20, () => note('last timer'))
  clock.after(31, () => note('beyond'))
  await farm.pass(30)
  end()
  expect(fired).toEqual(['effect 10', 'its timer 15', 'last timer 20'])
  expect(clock.mono() - start).toBe(30)
})

test('is idle only when no job is due or in progress', async () => {
  const email = await farm.person('Paul')
  const lock = await farm.world.owner.connect()
  onTestFinished(async () => {
    await lock.query('rollback')
    lock.release()
  })
  await lock.query('begin')
  await lock.query('select 1 from users where email = $1 for update', [email])
  await farm.world.db.work(farm.system, work => farm.world.jobs.add(work, 'accounts.mail', { purpose: 'RESET', email }))
  let isIdle = false
  const idle = farm.idle().then(() => (isIdle = true))
  await eventually(async () => {
    const { rowCount } = await lock.query('select 1 from graphile_worker.jobs where locked_at is not null')
    return rowCount === 1
  })
  // Longer than all tasks take together.
  for (let query = 0; query < 5000; query++) await lock.query('select 1')
  expect(isIdle).toBe(false)
  await lock.query('commit')
  await idle
  const { rowCount } = await farm.world.owner.query('select 1 from user_codes')
  expect(rowCount).toBe(1)
})
