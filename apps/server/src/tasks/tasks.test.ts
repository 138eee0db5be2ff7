import type { TaskStatus } from '@steading/contract/tasks/transitions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let farm: Farm
let api: Api
const HOUR = 3_600_000
const DAY = 24 * HOUR
const from = (ms: number) => new Date(Date.now() + ms).toISOString()

beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

type NewTask = Parameters<Api['tasks']['create']>[0]['body']
const written = (more: Partial<NewTask> = {}): NewTask => ({
  title: 'Clean the drinkers',
  entityId: farm.at['House 1']!,
  dueDate: from(DAY),
  ...more,
})
const create = async (more: Partial<NewTask> = {}, files: File[] = [], by = api) =>
  data(await by.tasks.create({ body: written(more), files }))
const details = async (id: string) => data(await api.tasks.details({ params: { id } }))
const set = async (id: string, status: TaskStatus, notes = '', by = api) => {
  const { version } = await details(id)
  return by.tasks.setStatus({ params: { id }, body: { status, notes, version } })
}
const person = async (where: string, permissions?: Parameters<Farm['person']>[1]) => {
  const session = await farm.login(await farm.person(where, permissions))
  return { id: session.userId, api: farm.api(session) }
}
const trail = async (id: string) => {
  const { rows } = await farm.world.owner.query<{ action: string; fields: string[] }>(
    `select action, (select coalesce(array_agg(change ->> 'field'), '{}') from jsonb_array_elements(changes::jsonb) change) as fields
     from audit where object_type = 'task' and object_id = $1 order by id`,
    [id],
  )
  return rows
}

describe('a new task', () => {
  test('keeps its texts, users, checklist and files', async () => {
    const { id: userId } = await person('Paul')
    const startDate = from(HOUR)
    const dueDate = from(DAY)
    const task = await create(
      {
        description: 'All lines',
        additionalNotes: 'Before noon',
        assigneeIds: [userId, userId],
        priority: 'MAJOR',
        startDate,
        dueDate,
        checklist: ['Line 1', 'Line 2'],
        requiresApproval: true,
      },
      [new File(['a'], 'plan.txt', { type: 'text/plain' })],
    )
    expect(task).toMatchObject({
      title: 'Clean the drinkers',
      description: 'All lines',
      entity: { displayName: 'Paul | House 1' },
      batch: null,
      template: null,
      assignees: [{ userId, shortName: expect.any(String) }],
      priority: 'MAJOR',
      status: 'TODO',
      startDate,
      dueDate,
      overdue: false,
      checklist: [
        { text: 'Line 1', done: false, by: null, at: null },
        { text: 'Line 2', done: false, by: null, at: null },
      ],
      requiresApproval: true,
      approvedBy: null,
      attachments: [{ name: 'plan.txt', size: 1 }],
      changes: [{ status: 'TODO', notes: 'Before noon' }],
      timeZone: 'Europe/Lisbon',
      version: 1,
    })
    const { content } = data(await api.tasks.attachment({ params: { id: task.id, name: 'plan.txt' } }))
    expect(await content.text()).toBe('a')
    expect(await trail(task.id)).toMatchObject([{ action: 'CREATE' }])
  })

  test('takes at most 15 files', async () => {
    const files = Array.from({ length: 16 }, (_, n) => new File(['a'], `${n}.txt`))
    await expect(create({}, files)).rejects.toMatchObject(failing('TOO_MANY_FILES'))
    expect((await create({}, files.slice(1))).attachments).toHaveLength(15)
  })

  test('is due after it starts', () =>
    expect(create({ startDate: from(DAY), dueDate: from(HOUR) })).rejects.toMatchObject(failing('INVALID_INPUT', 'dueDate')))

  test('belongs to a farm or a house', async () => {
    await expect(create({ entityId: farm.at.Aves! })).rejects.toMatchObject(failing('INVALID_INPUT', 'entityId'))
    await expect(create({ entityId: farm.at.Azinheira! })).rejects.toMatchObject(failing('INVALID_INPUT', 'entityId'))
    await expect(create({ entityId: undefined })).rejects.toMatchObject(failing('INVALID_INPUT', 'entityId'))
  })

  test('is refused at a disabled farm', async () => {
    const entityId = await farm.entity('Closed farm', 'FARM', 'Aves')
    await farm.world.owner.query(`update entities set status = 'DISABLED' where id = $1`, [entityId])
    await expect(create({ entityId })).rejects.toMatchObject(failing('INVALID_INPUT', 'entityId'))
  })

  test('names only users who see the entity', async () => {
    const elsewhere = await person('Azinheira')
    const house2 = await person('House 2')
    await expect(create({ assigneeIds: [elsewhere.id] })).rejects.toMatchObject(failing('INVALID_INPUT', 'assigneeIds.0'))
    await expect(create({ assigneeIds: [house2.id] })).rejects.toMatchObject(failing('INVALID_INPUT', 'assigneeIds.0'))
  })

  test('refuses an unknown template', async () => {
    expect(await api.tasks.create({ body: written({ templateId: '999999' }), files: [] })).toMatchObject({
      refused: 'TASK_TEMPLATE_NOT_FOUND',
    })
  })

  test('remembers the template that it was made of', async () => {
    const template = data(
      await api.taskTemplates.create({
        body: { displayName: 'By hand', entityId: farm.at.Paul!, trigger: { type: 'MANUAL' } },
      }),
    )
    const task = await create({ templateId: template.id })
    expect(task.template).toEqual({ id: template.id, displayName: 'By hand' })
  })
})

describe('the batch of a task', () => {
  const open = async (house: string, days: number) =>
    data(await api.batches.create({ body: { entityId: house, openDate: from(-days * DAY), species: 'BROILER' }, files: [] }))
  const code = () =>
    farm.world.owner.query(`update entities set code = case type when 'ENTERPRISE' then 'AV' else 'PAU' end where id = any($1)`, [
      [farm.at.Aves, farm.at.Paul],
    ])

  test('shows the entity of the task', async () => {
    await code()
    const house = await farm.entity('Batch house', 'SECTOR', 'Paul')
    const batch = await open(house, 10)
    const task = await create({ entityId: undefined, batchId: batch.id })
    expect(task).toMatchObject({ entity: { id: house }, batch: { id: batch.id, code: batch.code } })
    expect(data(await api.tasks.search({ query: { batchId: batch.id } })).content.map(({ id }) => id)).toEqual([task.id])
  })

  test('is one of this house, open at the start of the task', async () => {
    await code()
    const house = await farm.entity('Ended house', 'SECTOR', 'Paul')
    const batch = await open(house, 10)
    await expect(create({ batchId: batch.id })).rejects.toMatchObject(failing('INVALID_INPUT', 'batchId'))
    await expect(create({ batchId: '999999' })).rejects.toMatchObject(failing('INVALID_INPUT', 'batchId'))
    data(await api.batches.quickCloseOpen({ params: { id: batch.id }, body: { version: 1, closeDate: from(-2 * DAY) } }))
    const ended = { entityId: house, batchId: batch.id }
    expect(await api.tasks.create({ body: written(ended), files: [] })).toMatchObject({
      refused: 'EVENT_DATE_GTE_LAST_ANI_MOV_DATE',
    })
    const task = await create({ ...ended, startDate: from(-5 * DAY) })
    expect(task.batch?.id).toBe(batch.id)
  })

  test('is kept when a user without batches.read edits the task', async () => {
    await code()
    const house = await farm.entity('Unseen house', 'SECTOR', 'Paul')
    const batch = await open(house, 10)
    const { id, title, dueDate } = await create({ entityId: house, batchId: batch.id })
    const { api: worker } = await person('Paul', ['tasks.read', 'tasks.create', 'tasks.update'])
    const shown = data(await worker.tasks.details({ params: { id } }))
    expect(shown.batch).toBeNull()
    const body = { title: `${title}!`, dueDate, batchId: null, version: shown.version }
    data(await worker.tasks.edit({ params: { id }, body, files: [] }))
    expect((await details(id)).batch?.id).toBe(batch.id)
    await expect(create({ entityId: house, batchId: batch.id }, [], worker)).rejects.toMatchObject(
      failing('INVALID_INPUT', 'batchId'),
    )
  })
})

describe('an edit', () => {
  const edit = (id: string, body: object, by = api) =>
    by.tasks.edit({ params: { id }, body: { title: 'Clean the drinkers', dueDate: from(2 * DAY), ...body } as never, files: [] }) // safe: the server validates it

  test('keeps who ticked a line when another is ticked', async () => {
    const { id } = await create({ checklist: ['One', 'Two'] })
    const other = await person('Aves')
    const ticked = data(
      await edit(
        id,
        {
          checklist: [
            { text: 'One', done: true },
            { text: 'Two', done: false },
          ],
          version: 1,
        },
        other.api,
      ),
    )
    const both = data(
      await edit(id, {
        checklist: [
          { text: 'Two', done: true },
          { text: 'One', done: true },
        ],
        version: 2,
      }),
    )
    expect(both.checklist[1]).toEqual(ticked.checklist[0])
    expect(both.checklist[1]!.by?.userId).toBe(other.id)
    expect(both.checklist[0]!.by?.userId).not.toBe(other.id)
  })

  test('refuses an old version', async () => {
    const { id } = await create()
    data(await edit(id, { version: 1 }))
    await expect(edit(id, { version: 1 })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  })

  test('keeps a note and removes a file', async () => {
    const { id } = await create({}, [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')])
    const after = data(await edit(id, { additionalNotes: 'Half done', removedAttachments: ['a.txt'], version: 1 }))
    expect(after.changes.map(({ notes }) => notes)).toEqual(['', 'Half done'])
    expect(after.attachments.map(({ name }) => name)).toEqual(['b.txt'])
    await expect(edit(id, { removedAttachments: ['a.txt'], version: 2 })).rejects.toMatchObject(
      failing('INVALID_INPUT', 'removedAttachments.0'),
    )
  })

  test('audits only the changed fields', async () => {
    const { id, title, dueDate } = await create()
    data(await edit(id, { title, dueDate, priority: 'CRITICAL', version: 1 }))
    expect((await trail(id)).at(-1)).toEqual({ action: 'UPDATE', fields: ['priority'] })
  })
})

describe('approval and edits', () => {
  const worker = () => person('Paul', ['tasks.read', 'tasks.update'])
  const save = async (id: string, { done, by, ...more }: { done?: boolean; by: Api } & Record<string, unknown>) => {
    const { title, dueDate, requiresApproval, checklist, version } = await details(id)
    const lines = checklist.map(line => ({ text: line.text, done: done ?? line.done }))
    return by.tasks.edit({
      params: { id },
      body: { title, dueDate, requiresApproval, checklist: lines, version, ...more },
      files: [],
    })
  }

  test('only an approver switches the approval off', async () => {
    const { id } = await create({ requiresApproval: true })
    const { api: by } = await worker()
    await expect(save(id, { by, requiresApproval: false, title: 'Mine' })).rejects.toMatchObject(
      failing('INVALID_INPUT', 'requiresApproval'),
    )
    expect(await details(id)).toMatchObject({ requiresApproval: true, title: 'Clean the drinkers', version: 1 })
    expect(data(await save(id, { by, title: 'Clean all drinkers' })).requiresApproval).toBe(true)
    expect(data(await save(id, { by: api, requiresApproval: false })).requiresApproval).toBe(false)
    expect(data(await save(id, { by, requiresApproval: true })).requiresApproval).toBe(true)
  })

  test('only approvers change a task that awaits approval', async () => {
    const { id } = await create({ requiresApproval: true, checklist: ['One', 'Two'] })
    const { api: by } = await worker()
    data(await set(id, 'IN_PROGRESS', '', by))
    data(await save(id, { by, done: true }))
    data(await set(id, 'WAITING_APPROVAL', '', by))
    await expect(save(id, { by, done: false })).rejects.toMatchObject(failing('NOT_ALLOWED'))
    expect((await details(id)).checklist.every(({ done }) => done)).toBe(true)
    data(await save(id, { by: api, done: false }))
    expect(await set(id, 'DONE')).toMatchObject({ refused: 'TASK_CHECKLIST_OPEN' })
    data(await save(id, { by: api, done: true }))
    expect(data(await set(id, 'DONE')).status).toBe('DONE')
  })

  test.each<[TaskStatus[]]>([[['IN_PROGRESS', 'DONE']], [['CANCELLED']]])(
    '%j: no change is accepted until it is reopened',
    async path => {
      const { id } = await create({ checklist: ['One'] })
      data(await save(id, { by: api, done: true }))
      for (const status of path) data(await set(id, status))
      const before = await details(id)
      expect(await save(id, { by: api, title: 'Other' })).toMatchObject({ refused: 'TASK_FINISHED' })
      expect(await save(id, { by: api, done: false })).toMatchObject({ refused: 'TASK_FINISHED' })
      expect(await details(id)).toEqual(before)
      data(await set(id, 'TODO'))
      expect(data(await save(id, { by: api, title: 'Other', done: false }))).toMatchObject({
        title: 'Other',
        checklist: [{ done: false }],
      })
    },
  )
})

describe('a status', () => {
  test('goes from to do to done, with every change kept', async () => {
    const { id } = await create()
    data(await set(id, 'IN_PROGRESS'))
    const done = data(await set(id, 'DONE', 'All clean'))
    expect(done.changes.map(({ status, notes }) => [status, notes])).toEqual([
      ['TODO', ''],
      ['IN_PROGRESS', ''],
      ['DONE', 'All clean'],
    ])
    expect((await trail(id)).at(-1)).toEqual({ action: 'UPDATE', fields: ['status'] })
    expect(data(await set(id, 'TODO')).status).toBe('TODO')
  })

  test.each<[TaskStatus[], TaskStatus, string]>([
    [[], 'DONE', 'TASK_NOT_STARTED'],
    [[], 'TODO', 'TASK_STATUS_NOT_POSSIBLE'],
    [['IN_PROGRESS'], 'WAITING_APPROVAL', 'TASK_STATUS_NOT_POSSIBLE'],
    [['IN_PROGRESS', 'DONE'], 'IN_PROGRESS', 'TASK_FINISHED'],
    [['CANCELLED'], 'DONE', 'TASK_FINISHED'],
  ])('%j refuses %s: %s', async (path, to, refused) => {
    const { id } = await create()
    for (const status of path) data(await set(id, status))
    const before = await details(id)
    expect(await set(id, to)).toMatchObject({ refused })
    expect(await details(id)).toEqual(before)
  })

  test('is not done before the checklist', async () => {
    const { id } = await create({ checklist: ['One'] })
    data(await set(id, 'IN_PROGRESS'))
    expect(await set(id, 'DONE')).toMatchObject({ refused: 'TASK_CHECKLIST_OPEN' })
  })

  test('refuses an old version', async () => {
    const { id } = await create()
    data(await set(id, 'IN_PROGRESS'))
    const body = { status: 'DONE' as const, version: 1 }
    await expect(api.tasks.setStatus({ params: { id }, body })).rejects.toMatchObject(failing('VERSION_CONFLICT'))
  })

  test('a task with approval is judged only by approvers', async () => {
    const { id } = await create({ requiresApproval: true })
    const worker = await person('Paul', ['tasks.read', 'tasks.update'])
    data(await set(id, 'IN_PROGRESS', '', worker.api))
    expect(await set(id, 'DONE', '', worker.api)).toMatchObject({ refused: 'TASK_NEEDS_APPROVAL' })
    data(await set(id, 'WAITING_APPROVAL', '', worker.api))
    await expect(set(id, 'DONE', '', worker.api)).rejects.toMatchObject(failing('NOT_ALLOWED'))
    await expect(set(id, 'IN_PROGRESS', 'No', worker.api)).rejects.toMatchObject(failing('NOT_ALLOWED'))
    await expect(set(id, 'IN_PROGRESS', ' ')).rejects.toMatchObject(failing('INVALID_INPUT', 'notes'))
    expect(data(await set(id, 'IN_PROGRESS', 'Line 2 is dirty')).changes.at(-1)).toMatchObject({ notes: 'Line 2 is dirty' })
    data(await set(id, 'WAITING_APPROVAL', '', worker.api))
    expect(data(await set(id, 'DONE'))).toMatchObject({ status: 'DONE', approvedBy: { shortName: expect.any(String) } })
    expect((await trail(id)).map(({ action }) => action)).toEqual(['CREATE', 'UPDATE', 'UPDATE', 'REJECT', 'UPDATE', 'APPROVE'])
  })
})

test('a deleted task takes its files along', async () => {
  const { id } = await create({}, [new File(['a'], 'a.txt')])
  data(await api.tasks.remove({ params: { id } }))
  await expect(details(id)).rejects.toMatchObject(failing('NOT_FOUND'))
  const { rows } = await farm.world.owner.query('select 1 from task_attachments where task_id = $1', [id])
  expect(rows).toEqual([])
  expect((await trail(id)).at(-1)).toMatchObject({ action: 'DELETE' })
})

test('permissions decide about each call', async () => {
  const { id } = await create()
  const reader = (await person('Paul', ['tasks.read'])).api
  expect(data(await reader.tasks.details({ params: { id } })).id).toBe(id)
  await expect(create({}, [], reader)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(set(id, 'IN_PROGRESS', '', reader)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(reader.tasks.remove({ params: { id } })).rejects.toMatchObject(failing('NOT_ALLOWED'))
  const stranger = (await person('Azinheira')).api
  await expect(stranger.tasks.details({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('a list starts with the latest due date and can be searched', async () => {
  const house = await farm.entity('List house', 'SECTOR', 'Paul')
  const { id: userId } = await person('Paul')
  const late = await create({ entityId: house, title: 'Late', startDate: from(-3 * DAY), dueDate: from(-DAY) })
  const soon = await create({ entityId: house, title: 'Soon', dueDate: from(DAY), assigneeIds: [userId] })
  const last = await create({ entityId: house, title: 'Last', dueDate: from(9 * DAY), priority: 'CRITICAL' })
  data(await set(last.id, 'CANCELLED'))
  const titles = async (query: object) =>
    data(await api.tasks.search({ query: { entityId: house, ...query } })).content.map(({ title }) => title)
  expect(await titles({})).toEqual(['Last', 'Soon', 'Late'])
  expect(await titles({ overdue: true })).toEqual(['Late'])
  expect(await titles({ overdue: false })).toEqual(['Last', 'Soon'])
  expect(await titles({ assigneeId: userId })).toEqual(['Soon'])
  expect(await titles({ status: ['CANCELLED'] })).toEqual(['Last'])
  expect(await titles({ priority: ['CRITICAL'] })).toEqual(['Last'])
  expect(await titles({ search: 'soo' })).toEqual(['Soon'])
  expect(await titles({ fromDate: from(0), toDate: from(2 * DAY) })).toEqual(['Soon'])
  expect(await titles({ sortProperty: 'priority', sortDirection: 'DESC' })).toEqual([
    'Last',
    expect.any(String),
    expect.any(String),
  ])
  expect((await details(late.id)).overdue).toBe(true)
  data(await set(late.id, 'IN_PROGRESS'))
  data(await set(late.id, 'DONE'))
  expect((await details(late.id)).overdue).toBe(false)
  expect((await details(soon.id)).overdue).toBe(false)
})

test('the board shows 50 tasks a column, the most urgent first, and how many there are', async () => {
  const house = await farm.entity('Board house', 'SECTOR', 'Paul')
  await farm.world.owner.query(
    `insert into tasks (entity_id, title, priority, status, due_at, requires_approval, created_at, finished_at)
     select $1, kind.status || ' ' || n, case n when 60 then 'CRITICAL' else 'LOW' end, kind.status,
       $2::timestamptz + n * interval '1 hour', false, $2::timestamptz - interval '90 days',
       case kind.status when 'DONE' then $2::timestamptz - n * interval '1 day' end
     from generate_series(1, 60) n, (values ('TODO'), ('DONE'), ('CANCELLED')) kind (status)`,
    [house, new Date(farm.world.clock.now())],
  )
  const columns = data(await api.tasks.board({ query: { entityId: house } }))
  expect(columns.map(({ status, tasks, total }) => [status, tasks.length, total])).toEqual([
    ['TODO', 50, 60],
    ['IN_PROGRESS', 0, 0],
    ['WAITING_APPROVAL', 0, 0],
    ['DONE', 29, 29],
  ])
  expect(columns[0]!.tasks.slice(0, 3).map(({ title }) => title)).toEqual(['TODO 60', 'TODO 1', 'TODO 2'])
})

test('a change is announced to the screens', async () => {
  const changedTasks: string[] = []
  const off = farm.world.bus.on('task.changed', 'test', ({ taskId }) => void changedTasks.push(taskId))
  const { id } = await create()
  data(await set(id, 'IN_PROGRESS'))
  data(await api.tasks.remove({ params: { id } }))
  expect(changedTasks).toEqual([id, id, id])
  off()
})
