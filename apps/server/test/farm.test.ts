import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { aFarm } from './farm.ts'
import type { Farm } from './farm.ts'
import { eventually } from './journal.ts'
import { aHouse } from './rules.ts'
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

/** A connection that holds locks of rows until the test ends. */
async function openLock() {
  const lock = await farm.world.owner.connect()
  onTestFinished(async () => {
    await lock.query('rollback')
    lock.release()
  })
  await lock.query('begin')
  return lock
}
/** Asks `isHeld` until the lock is waited for, and then longer than all tasks take together. Answers whether the farm was idle by then. */
async function idleBeside(lock: Awaited<ReturnType<typeof openLock>>, isHeld: string) {
  let isIdle = false
  const idle = farm.idle().then(() => (isIdle = true))
  await eventually(async () => (await lock.query(isHeld)).rowCount === 1)
  for (let query = 0; query < 5000; query++) await lock.query('select 1')
  return { idle, wasIdle: isIdle }
}

test('is idle only when no job is due or in progress', async () => {
  const email = await farm.person('Paul')
  const lock = await openLock()
  await lock.query('select 1 from users where email = $1 for update', [email])
  await farm.world.db.work(farm.system, work => farm.world.jobs.add(work, 'accounts.mail', { purpose: 'RESET', email }))
  const { idle, wasIdle } = await idleBeside(lock, 'select 1 from graphile_worker.jobs where locked_at is not null')
  expect(wasIdle).toBe(false)
  await lock.query('commit')
  await idle
  const { rowCount } = await farm.world.owner.query('select 1 from user_codes')
  expect(rowCount).toBe(1)
})

test('is idle only when every follower has read the journal to its end', async () => {
  const { terminalId, temperature } = await aHouse(farm)
  await farm.idle()
  const lock = await openLock()
  await lock.query("select 1 from projections where name = 'rollups' for update")
  const { journal } = farm.app.services
  const { rows } = await farm.world.owner.query<{ ix: number }>('select ix from interfaces where id = $1', [temperature])
  const at = clock.now()
  await journal.store({
    terminalId,
    receivedAt: at,
    data: { v: 1, e: 1, s: 1, t: at, q: 1, h: 0, r: [[rows[0]!.ix, 0, 20]] },
  })
  const { idle, wasIdle } = await idleBeside(lock, 'select 1 where exists (select 1 from pg_locks where not granted)')
  expect(wasIdle).toBe(false)
  expect(journal.followed()).toBeLessThan(journal.settled())
  await lock.query('commit')
  await idle
  expect(journal.followed()).toBe(journal.settled())
})

test('is idle only after each task has run once more', async () => {
  const tasks = ['outbox', 'global rules'].map(name => farm.task(name))
  const wakes = tasks.map(task => vi.spyOn(task, 'wake'))
  onTestFinished(() => wakes.forEach(wake => wake.mockRestore()))
  await farm.idle()
  expect(wakes.map(wake => wake.mock.calls.length > 0)).toEqual([true, true])
})
