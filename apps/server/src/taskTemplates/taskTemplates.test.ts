import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm()
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

type NewTemplate = Parameters<Api['taskTemplates']['create']>[0]['body']
const fields = (more: Partial<NewTemplate> = {}): NewTemplate => ({
  displayName: 'Weekly wash',
  entityId: farm.at.Paul!,
  trigger: { type: 'WEEKLY', weekdays: [1, 4], time: '08:00' },
  ...more,
})
const create = async (more: Partial<NewTemplate> = {}) => data(await api.taskTemplates.create({ body: fields(more) }))
const submit = (id: string, version: number) => api.taskTemplates.submit({ params: { id }, body: { version } })
const approve = (id: string, version: number, by = api) => by.taskTemplates.approve({ params: { id }, body: { version } })
const reject = (id: string, version: number, by = api) =>
  by.taskTemplates.reject({ params: { id }, body: { version, notes: 'Too often' } })

test('a new template waits for its approval', async () => {
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into roles (entity_id, name) values ($1, 'Cleaners') returning id::text`,
    [farm.at.Aves],
  )
  const template = await create({
    description: 'All drinkers',
    species: 'BROILER',
    checklist: ['Line 1'],
    assigneeRoleId: rows[0]!.id,
    priority: 'MAJOR',
    requiresApproval: true,
    dueAfter: 48,
  })
  expect(template).toMatchObject({
    displayName: 'Weekly wash',
    description: 'All drinkers',
    entity: { displayName: 'Paul' },
    species: 'BROILER',
    checklist: ['Line 1'],
    assignees: [],
    assigneeRole: { id: rows[0]!.id, name: 'Cleaners' },
    priority: 'MAJOR',
    requiresApproval: true,
    trigger: { type: 'WEEKLY', weekdays: [1, 4], time: '08:00' },
    dueAfter: 48,
    approvalStatus: 'PENDING_APPROVAL',
    rejectionNote: null,
    version: 1,
  })
})

test('a template is approved, and an edit takes it back to its approval', async () => {
  const { id } = await create()
  expect(data(await approve(id, 1)).approvalStatus).toBe('APPROVED')
  const same = data(await api.taskTemplates.edit({ params: { id }, body: { ...fields(), version: 2 } }))
  expect(same).toMatchObject({ approvalStatus: 'APPROVED', version: 2 })
  const edited = data(await api.taskTemplates.edit({ params: { id }, body: { ...fields({ dueAfter: 12 }), version: 2 } }))
  expect(edited).toMatchObject({ approvalStatus: 'PENDING_APPROVAL', version: 3 })
})

test('a rejected template has a reason, becomes a draft by an edit and is resubmitted', async () => {
  const { id } = await create()
  expect(data(await reject(id, 1))).toMatchObject({ approvalStatus: 'REJECTED', rejectionNote: 'Too often' })
  const edited = data(await api.taskTemplates.edit({ params: { id }, body: { ...fields({ dueAfter: 12 }), version: 2 } }))
  expect(edited).toMatchObject({ approvalStatus: 'DRAFT', version: 3 })
  expect(data(await submit(id, 3))).toMatchObject({ approvalStatus: 'PENDING_APPROVAL', rejectionNote: null })
})

test('a step that does not follow is refused', async () => {
  const { id } = await create()
  const refused = { refused: 'TASK_STATUS_NOT_POSSIBLE' }
  expect(await submit(id, 1)).toMatchObject(refused)
  data(await approve(id, 1))
  expect(await approve(id, 2)).toMatchObject(refused)
  expect(await reject(id, 2)).toMatchObject(refused)
  await expect(approve(id, 1)).rejects.toMatchObject(failing('VERSION_CONFLICT'))
})

test('a user without the permission neither approves, rejects nor deletes', async () => {
  const { id } = await create()
  const writer = await farm.as('Aves', ['tasks.read', 'tasks.create', 'tasks.update'])
  await expect(approve(id, 1, writer)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(reject(id, 1, writer)).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(writer.taskTemplates.remove({ params: { id } })).rejects.toMatchObject(failing('NOT_ALLOWED'))
})

test('a template out of reach is not found', async () => {
  const { id } = await create()
  const stranger = await farm.as('Azinheira')
  await expect(stranger.taskTemplates.details({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(create({ entityId: farm.at.Azinheira! })).rejects.toMatchObject(failing('INVALID_INPUT', 'entityId'))
  await expect(create({ assigneeIds: ['999999'] })).rejects.toMatchObject(failing('INVALID_INPUT', 'assigneeIds.0'))
  await expect(create({ assigneeRoleId: '999999' })).rejects.toMatchObject(failing('INVALID_INPUT', 'assigneeRoleId'))
})

test('a template with unfinished tasks is not deleted', async () => {
  const { id } = await create({ displayName: 'With tasks' })
  const dueDate = new Date(Date.now() + 86_400_000).toISOString()
  const body = { title: 'Wash', entityId: farm.at['House 1']!, dueDate, templateId: id }
  const task = data(await api.tasks.create({ body, files: [] }))
  const remove = () => api.taskTemplates.remove({ params: { id } })
  expect(await remove()).toMatchObject({ refused: 'CANNOT_DELETE_TASK_TEMPLATE_WITH_DEPENDENCIES' })
  data(await api.tasks.setStatus({ params: { id: task.id }, body: { status: 'CANCELLED', version: 1 } }))
  data(await remove())
  expect(data(await api.tasks.details({ params: { id: task.id } })).template).toBeNull()
})

test('a list starts with the newest template and can be searched', async () => {
  const house = farm.at['House 2']!
  const first = await create({ entityId: house, displayName: 'Alpha' })
  await create({ entityId: house, displayName: 'Beta' })
  data(await approve(first.id, 1))
  const names = async (query: object) =>
    data(await api.taskTemplates.search({ query: { entityId: house, ...query } })).content.map(({ displayName }) => displayName)
  expect(await names({})).toEqual(['Beta', 'Alpha'])
  expect(await names({ approvalStatus: ['APPROVED'] })).toEqual(['Alpha'])
  expect(await names({ search: 'bet' })).toEqual(['Beta'])
})
