import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { createTaskNotifier } from '../notification/taskNotifier.ts'
import type { TaskNotifier } from '../notification/taskNotifier.ts'
import { generateDueTasks } from './generateTasks.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let farm: Farm
let api: Api
let manager: string
/** A Monday, 12:00 in Lisbon. */
let time = Date.UTC(2026, 2, 23, 12)
let notifier: TaskNotifier
beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
    settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  manager = await farm.person('Aves')
  await skip(0)
  notifier = createTaskNotifier(farm.world, farm.app.services.outbox)
  await farm.world.owner.query(
    `update entities set code = case type when 'ENTERPRISE' then 'AV' else 'PAU' end where id = any($1)`,
    [[farm.at.Aves, farm.at.Paul]],
  )
})
afterAll(() => farm.close())

/** Moves the clock ahead at once, and signs in again: sessions of days ago have ended. */
async function skip(ms: number) {
  time += ms
  api = farm.api(await farm.login(manager))
}

type NewTemplate = Parameters<Api['taskTemplates']['create']>[0]['body']
const approved = async (body: Omit<NewTemplate, 'displayName'> & { displayName?: string }) => {
  const { id } = data(await api.taskTemplates.create({ body: { displayName: 'A template', ...body } }))
  data(await api.taskTemplates.approve({ params: { id }, body: { version: 1 } }))
  return id
}
const generate = (by = notifier) => generateDueTasks(farm.world, by)
const tasksOf = async (templateId: string) =>
  data(await api.tasks.search({ query: { templateId, sortProperty: 'dueDate', sortDirection: 'ASC', itemsPerPage: 50 } })).content
const startsOf = async (templateId: string) => (await tasksOf(templateId)).map(({ startDate }) => startDate)
const open = async (house: string, openDate: number) =>
  data(
    await api.batches.create({
      body: { entityId: house, openDate: new Date(openDate).toISOString(), species: 'BROILER' },
      files: [],
    }),
  )

test('a weekly template creates its task once at its local time, over a clock change', async () => {
  const { userId } = await farm.login(await farm.person('Paul'))
  const trigger = { type: 'WEEKLY' as const, weekdays: [3, 7], time: '08:00' }
  const template = await approved({
    entityId: farm.at.Paul!,
    displayName: 'Test the generator',
    description: 'Ten minutes',
    checklist: ['Oil'],
    assigneeIds: [userId],
    priority: 'MAJOR',
    requiresApproval: true,
    dueAfter: 4,
    trigger,
  })
  await generate()
  expect(await tasksOf(template)).toEqual([])
  for (const end = time + 8 * DAY; time < end; time += 5 * HOUR) await generate()
  await skip(0)
  // Winter time on Wednesday, summer time on Sunday.
  expect(await startsOf(template)).toEqual(['2026-03-25T08:00:00.000Z', '2026-03-29T07:00:00.000Z'])
  const [task] = await tasksOf(template)
  expect(task).toMatchObject({
    title: 'Test the generator',
    entity: { id: farm.at.Paul },
    template: { id: template },
    assignees: [{ userId }],
    priority: 'MAJOR',
    status: 'TODO',
    dueDate: '2026-03-25T12:00:00.000Z',
    checklist: [{ text: 'Oil', done: false }],
    requiresApproval: true,
    createdBy: null,
  })
  const { rows } = await farm.world.owner.query(`select 1 from notifications where key like $1`, [`task|ASSIGNED|${task!.id}|%`])
  expect(rows).toHaveLength(1)
})

test('a template above farms creates a weekly task for each farm', async () => {
  await farm.entity('Second farm', 'FARM', 'Aves')
  const template = await approved({
    entityId: farm.at.Aves!,
    trigger: { type: 'WEEKLY', weekdays: [1, 2, 3, 4, 5, 6, 7], time: '00:00' },
  })
  await skip(DAY)
  await generate()
  expect((await tasksOf(template)).map(({ entity }) => entity.name).toSorted()).toEqual(['Paul', 'Second farm'])
})

test('a run that dies in between creates nothing, the next one everything once', async () => {
  const template = await approved({
    entityId: farm.at.Aves!,
    trigger: { type: 'WEEKLY', weekdays: [1, 2, 3, 4, 5, 6, 7], time: '00:00' },
  })
  await skip(DAY)
  let calls = 0
  const dying: TaskNotifier = {
    ...notifier,
    publishChange(work, task) {
      if (++calls === 4) throw new Error('the process dies')
      notifier.publishChange(work, task)
    },
  }
  await expect(generate(dying)).rejects.toThrow('the process dies')
  await Promise.all([generate(), generate()])
  await generate()
  expect((await tasksOf(template)).map(({ entity }) => entity.name).toSorted()).toEqual(['Paul', 'Second farm'])
})

test('a deleted task is not created again', async () => {
  const template = await approved({
    entityId: farm.at.Paul!,
    trigger: { type: 'WEEKLY', weekdays: [1, 2, 3, 4, 5, 6, 7], time: '00:00' },
  })
  await skip(DAY)
  await generate()
  const [task] = await tasksOf(template)
  data(await api.tasks.remove({ params: { id: task!.id } }))
  await generate()
  expect(await tasksOf(template)).toEqual([])
})

test('a template creates no task before its approval', async () => {
  const trigger = { type: 'WEEKLY' as const, weekdays: [1, 2, 3, 4, 5, 6, 7], time: '00:00' }
  const body = { displayName: 'Waiting', entityId: farm.at.Paul!, trigger }
  const { id } = data(await api.taskTemplates.create({ body }))
  await skip(2 * DAY)
  await generate()
  expect(await tasksOf(id)).toEqual([])
  data(await api.taskTemplates.approve({ params: { id }, body: { version: 1 } }))
  await generate()
  expect(await tasksOf(id)).toEqual([])
  data(await api.taskTemplates.edit({ params: { id }, body: { ...body, dueAfter: 2, version: 2 } }))
  await skip(DAY)
  await generate()
  expect(await tasksOf(id)).toEqual([])
})

test('a day of a batch creates its task at local midnight, for its species only', async () => {
  const house = await farm.entity('Day house', 'SECTOR', 'Paul')
  const template = await approved({ entityId: farm.at.Aves!, species: 'CHICKEN', trigger: { type: 'BATCH_DAY', day: 3 } })
  const pigs = await approved({ entityId: farm.at.Aves!, species: 'PIG', trigger: { type: 'BATCH_DAY', day: 3 } })
  const opened = time
  const batch = await open(house, opened)
  for (const end = time + 5 * DAY; time < end; time += 7 * HOUR) await generate()
  await skip(0)
  const [task, ...others] = await tasksOf(template)
  expect(others).toEqual([])
  expect(task).toMatchObject({ batch: { id: batch.id }, entity: { id: house } })
  const day = new Date(opened + 3 * DAY).toISOString().slice(0, 10)
  // Summer time: midnight is 23:00 UTC of the day before.
  expect(task!.startDate).toBe(new Date(Date.parse(day) - HOUR).toISOString())
  expect(await tasksOf(pigs)).toEqual([])
})

test('the close of a batch creates its task, also when the close is entered late', async () => {
  const house = await farm.entity('Close house', 'SECTOR', 'Paul')
  const template = await approved({ entityId: house, trigger: { type: 'BATCH_CLOSE' } })
  const batch = await open(house, time)
  await skip(4 * DAY)
  await generate()
  expect(await tasksOf(template)).toEqual([])
  const closeDate = new Date(time - DAY).toISOString()
  data(await api.batches.quickCloseOpen({ params: { id: batch.id }, body: { version: 1, closeDate } }))
  await generate()
  await generate()
  expect(await startsOf(template)).toEqual([closeDate])
})

test.each([1, 20])('a batch closed after the approval creates its task once, %i days before its close date', async days => {
  const house = await farm.entity(`House closed ${days} days back`, 'SECTOR', 'Paul')
  const batch = await open(house, time - 30 * DAY)
  const template = await approved({ entityId: house, trigger: { type: 'BATCH_CLOSE' } })
  await skip(HOUR)
  const close = (at: number, version: number) =>
    api.batches.quickCloseOpen({
      params: { id: batch.id },
      body: { version, closeDate: new Date(at).toISOString() },
    })
  const closeDate = time - days * DAY
  const closed = data(await close(closeDate, 1))
  await generate()
  expect(await startsOf(template)).toEqual([new Date(closeDate).toISOString()])
  // A corrected date is the same closing.
  const { openDate, version } = closed
  const corrected = { openDate, closeDate: new Date(closeDate - DAY).toISOString(), species: 'BROILER' as const, version }
  data(await api.batches.edit({ params: { id: batch.id }, body: corrected, files: [] }))
  await skip(DAY)
  await generate()
  expect(await tasksOf(template)).toHaveLength(1)
})

test('a batch closed before the approval creates no task, also after a correction', async () => {
  const house = await farm.entity('House closed before', 'SECTOR', 'Paul')
  const batch = await open(house, time - 30 * DAY)
  const closeDate = new Date(time - DAY).toISOString()
  const closed = data(await api.batches.quickCloseOpen({ params: { id: batch.id }, body: { version: 1, closeDate } }))
  await skip(HOUR)
  const template = await approved({ entityId: house, trigger: { type: 'BATCH_CLOSE' } })
  await skip(HOUR)
  const { openDate, version } = closed
  const corrected = { openDate, closeDate: new Date(time - HOUR / 2).toISOString(), species: 'BROILER' as const, version }
  data(await api.batches.edit({ params: { id: batch.id }, body: corrected, files: [] }))
  await generate()
  expect(await tasksOf(template)).toEqual([])
})

test('all users of a role who see the house get the task', async () => {
  const { rows } = await farm.world.owner.query<{ id: string; role: string; entity: string }>(
    `select users.id::text as id, role_id::text as role, entity_id::text as entity from users where email = $1`,
    [await farm.person('Paul')],
  )
  const [member] = rows
  await farm.world.owner.query(`update users set role_id = $1 where email = $2`, [member!.role, await farm.person('Azinheira')])
  const template = await approved({
    entityId: farm.at.Paul!,
    assigneeRoleId: member!.role,
    trigger: { type: 'WEEKLY', weekdays: [1, 2, 3, 4, 5, 6, 7], time: '00:00' },
  })
  await skip(DAY)
  await generate()
  const [task] = await tasksOf(template)
  expect(task!.assignees.map(({ userId }) => userId)).toEqual([member!.id])
})
