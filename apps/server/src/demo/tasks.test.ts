import { actionTo } from '@steading/contract/tasks/transitions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'
import { demoPeople } from './farm.ts'
import { demoTasks } from './tasks.ts'
import { insertDemoTasks } from './tasks.sql.ts'

let farm: Farm
beforeAll(async () => void (farm = await aFarm()))
afterAll(() => farm.close())

test.each(demoTasks.map(task => [task.title, task] as const))('%s went through states that follow each other', (_, task) => {
  const state = { requiresApproval: task.requiresApproval ?? false, checklist: [] }
  const [first, ...others] = task.changes.map(([status]) => status)
  expect(first).toBe('TODO')
  others.reduce((status, next) => {
    expect(actionTo({ ...state, status }, next)).toBeDefined()
    return next
  }, first!)
})

test('the demo board has tasks in every column, some overdue, and a template awaits approval', async () => {
  const people = new Map<string, string>()
  for (const { name } of demoPeople) people.set(name, (await farm.login(await farm.person('Paul'))).userId)
  await farm.world.db.work(farm.system, work =>
    insertDemoTasks(
      work,
      () => farm.at['House 1']!,
      name => people.get(name)!, // safe: the plan names demo people
    ),
  )
  const api = await farm.as('Paul')
  const columns = data(await api.tasks.board({ query: {} }))
  expect(columns.map(({ total }) => total > 0)).toEqual([true, true, true, true])
  expect(columns.flatMap(({ tasks }) => tasks).filter(({ overdue }) => overdue)).toHaveLength(2)
  const templates = data(await api.taskTemplates.search({ query: {} })).content
  expect(templates.map(({ approvalStatus }) => approvalStatus).toSorted()).toEqual(['APPROVED', 'APPROVED', 'PENDING_APPROVAL'])
})
