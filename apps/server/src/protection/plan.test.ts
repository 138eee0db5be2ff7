import type { AlarmPlanContent } from '@steading/contract/protection/alarmPlan'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText } from '../../test/documents.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { responsible } from '../../test/outbox.ts'
import { createPlanNotices } from './index.ts'

const DAY = 86_400_000
let time = Date.UTC(2026, 10, 24, 12)
let farm: Farm
let api: Api
let manager: string
beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
    settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440', SMTP_URL: 'smtp://127.0.0.1:9' },
  })
  manager = await farm.person('Aves')
  api = farm.api(await farm.login(manager))
})
afterAll(() => farm.close())

const planOf = async (place: string) => data(await api.protection.plan({ params: { id: farm.at[place]! } }))
const save = async (place: string, content: Partial<AlarmPlanContent>) => {
  const { version } = await planOf(place)
  return data(await api.protection.setPlan({ params: { id: farm.at[place]! }, body: { content, version } }))
}
const electrician = {
  planRole: 'ELECTRICIAN',
  displayName: 'Rui Costa',
  phone: '+351 912 345 678',
  note: 'Day and night',
} as const
const generator = {
  make: 'Perkins 60',
  powerKw: 60,
  fuelKind: 'DIESEL',
  start: 'AUTOMATIC',
  location: 'Behind House 1',
  serviceDue: '2026-12-08',
} as const

test('a house takes each section that it leaves empty from the farm or the company', async () => {
  await save('Aves', { contacts: [electrician], assemblyPoint: 'Gate', siren: 'Office' })
  await save('Paul', { siren: 'Gable end', generator })
  const own = await save('House 1', { instructions: [{ planCategory: 'CLIMATE', text: 'Open the side curtains' }] })
  expect(own.content).toMatchObject({
    contacts: [{ displayName: 'Rui Costa', phone: '+351912345678' }],
    assemblyPoint: 'Gate',
    siren: 'Gable end',
    generator,
    instructions: [{ planCategory: 'CLIMATE' }],
  })
  expect(own.inherited).toEqual([
    { section: 'contacts', from: 'Aves' },
    { section: 'generator', from: 'Paul' },
    { section: 'siren', from: 'Paul' },
    { section: 'assemblyPoint', from: 'Aves' },
  ])
  expect(own.own.siren).toBe('')
})

test('shows who is notified in which order, with numbers for those who may see people', async () => {
  const near = await responsible(farm, 'Paul', await farm.person('Paul'), { phone: '+351912000001' })
  const far = await responsible(farm, 'Aves', await farm.person('Aves'))
  const { steps } = await planOf('House 1')
  expect(steps.map(({ people, delay }) => [people.map(({ userId, phone }) => [userId, phone]), delay])).toEqual([
    [[[near, '+351912000001']], 300],
    [[[far, null]], 300],
  ])
  expect(steps[0]!.people[0]!.channels).toEqual(['MAIL'])
  const worker = farm.api(await farm.login(await farm.person('House 1', ['entities.read'])))
  const seen = data(await worker.protection.plan({ params: { id: farm.at['House 1']! } }))
  expect(seen.steps[0]!.people).toEqual([{ userId: near, shortName: expect.any(String), phone: null, channels: [] }])
})

test('a plan that was saved meanwhile is refused with its version', async () => {
  await expect(
    api.protection.setPlan({ params: { id: farm.at.Paul! }, body: { content: {}, version: 0 } }),
  ).rejects.toMatchObject(failing('VERSION_CONFLICT'))
})

test('a number that is none is refused by its field', async () => {
  const contacts = [{ ...electrician, phone: 'call me' }]
  await expect(
    api.protection.setPlan({ params: { id: farm.at['House 2']! }, body: { content: { contacts }, version: 0 } }),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'content.contacts.0.phone'))
})

test('the PDF names the numbers, the order, the instructions and the address of the page', async () => {
  const { name, content } = data(await api.protection.planDocument({ params: { id: farm.at['House 1']! } }))
  expect(name).toBe('Alarm plan Paul - House 1.pdf')
  const text = await pdfText(new Uint8Array(await content.arrayBuffer()))
  for (const part of [
    'Alarm plan: House 1',
    'Rui Costa',
    '+351912345678',
    'Electrician · Day and night',
    '+351912000001',
    'Step 1',
    'Open the side curtains',
    'Perkins 60, 60 kW',
    'Gable end',
    `/system/entities/${farm.at['House 1']}/details?tab=protection`,
  ])
    expect(text).toContain(part)
  expect(text).toMatch(/1 \/ [12]\b/)
  const { rows } = await farm.world.owner.query<{ action: string }>(
    `select action from audit where object_type = 'alarmPlan' and object_id = $1 order by id`,
    [farm.at['House 1']],
  )
  expect(rows.map(({ action }) => action)).toEqual(['UPDATE', 'EXPORT'])
})

test('nobody reads or changes the plan of a place out of reach', async () => {
  const stranger = await farm.as('Suínos')
  const params = { id: farm.at['House 1']! }
  for (const call of [
    () => stranger.protection.plan({ params }),
    () => stranger.protection.planDocument({ params }),
    () => stranger.protection.setPlan({ params, body: { content: {}, version: 1 } }),
  ])
    await expect(call()).rejects.toMatchObject(failing('NOT_FOUND'))
})

const notices = async () => {
  const part = createPlanNotices(farm.world, farm.app.services.outbox)
  await part.start()
  await part.stop()
  const { rows } = await farm.world.owner.query<{ subject: string }>(
    `select subject from notifications where template = 'planDue' order by id`,
  )
  return rows.map(({ subject }) => subject)
}

test('a date is announced once 14 days ahead and once when it is over, in the morning of the place', async () => {
  const replaceBy = '2026-12-20'
  await save('House 2', { batteries: [{ displayName: 'Siren', location: '', fitted: null, replaceBy }] })
  const soon = ['Due soon: Generator service: Perkins 60, Paul']
  expect(await notices()).toEqual(soon)
  expect(await notices()).toEqual(soon)
  // 6 December, 06:30 and then 07:30 in Lisbon.
  time = Date.UTC(2026, 11, 6, 6, 30)
  expect(await notices()).toEqual(soon)
  time += 3_600_000
  const both = [...soon, 'Due soon: Replace battery: Siren, Paul | House 2']
  expect(await notices()).toEqual(both)
  time += 3 * DAY
  expect(await notices()).toEqual([...both, 'Overdue: Generator service: Perkins 60, Paul'])
  api = farm.api(await farm.login(manager))
  expect((await planOf('House 1')).due).toEqual([
    { kind: 'GENERATOR_SERVICE', name: 'Perkins 60', day: '2026-12-08', state: 'OVERDUE' },
  ])
})
