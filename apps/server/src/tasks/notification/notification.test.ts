import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { createTaskReminders } from './reminders.ts'

const HOUR = 3_600_000
let farm: Farm
let api: Api
let me: string
let manager: string
let time = Date.UTC(2026, 10, 24, 12)
beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
    settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  manager = await farm.person('Aves')
  await skip(0)
})
afterAll(() => farm.close())

/** Moves the clock ahead at once, and signs in again: sessions of days ago have ended. */
async function skip(ms: number) {
  time += ms
  const session = await farm.login(manager)
  me = session.userId
  api = farm.api(session)
}

const person = async (where: string) => {
  const email = await farm.person(where)
  return { email, id: (await farm.login(email)).userId }
}
const create = async (assigneeIds: string[], hours: number) => {
  const dueDate = new Date(time + hours * HOUR).toISOString()
  return data(await api.tasks.create({ body: { title: 'Wash', entityId: farm.at['House 1']!, assigneeIds, dueDate }, files: [] }))
}
const messages = async (taskId: string) => {
  const { rows } = await farm.world.owner.query<{ recipient: string; subject: string }>(
    `select recipient, subject from notifications where template = 'task' and template_values ->> 'taskId' = $1 order by id`,
    [taskId],
  )
  return rows
}
const remind = async () => {
  const part = createTaskReminders(farm.world, farm.app.services.outbox)
  await part.start()
  await part.stop()
}

test('notifies the assignees of a task except the user who assigns it', async () => {
  const first = await person('Paul')
  const second = await person('Paul')
  const task = await create([me, first.id], 100)
  expect(await messages(task.id)).toEqual([{ recipient: first.email, subject: 'New task: Wash, Paul | House 1' }])
  const { title, dueDate } = task
  const body = { title, dueDate, assigneeIds: [me, first.id, second.id], version: 1 }
  data(await api.tasks.edit({ params: { id: task.id }, body, files: [] }))
  expect((await messages(task.id)).map(({ recipient }) => recipient)).toEqual([first.email, second.email])
})

test('a task is reminded of once before its due date and once after it', async () => {
  const worker = await person('Paul')
  const task = await create([worker.id], 48)
  const subjects = async () => (await messages(task.id)).map(({ subject }) => subject.split(':')[0])
  await remind()
  expect(await subjects()).toEqual(['New task'])
  await skip(25 * HOUR)
  await remind()
  await remind()
  expect(await subjects()).toEqual(['New task', 'Task due soon'])
  await skip(24 * HOUR)
  await remind()
  await remind()
  expect(await subjects()).toEqual(['New task', 'Task due soon', 'Task overdue'])
})

test('sends no reminder of a finished task or to users without access', async () => {
  const worker = await person('Paul')
  const mover = await person('Paul')
  const done = await create([worker.id], 48)
  const moved = await create([mover.id], 48)
  data(await api.tasks.setStatus({ params: { id: done.id }, body: { status: 'CANCELLED', version: 1 } }))
  await farm.world.owner.query('update users set entity_id = $1 where id = $2', [farm.at.Azinheira, mover.id])
  await skip(30 * HOUR)
  await remind()
  expect(await messages(done.id)).toHaveLength(1)
  expect(await messages(moved.id)).toHaveLength(1)
})

test('a task that is created shortly before its due date is not reminded of before it', async () => {
  const worker = await person('Paul')
  const task = await create([worker.id], 6)
  await remind()
  expect(await messages(task.id)).toHaveLength(1)
})
