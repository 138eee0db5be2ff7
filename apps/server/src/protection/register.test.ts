import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText, workbookRows } from '../../test/documents.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

const time = Date.UTC(2026, 10, 24, 12)
let farm: Farm
let api: Api
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => time, mono: () => performance.now() } })
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

const params = (place = 'House 1') => ({ id: farm.at[place]! })
const siren = { path: 'SIREN', result: 'PASSED', tester: 'Rita', note: 'Heard at the gate' } as const
const pathsOf = async (place: string) => {
  const { content } = data(await api.protection.paths({ query: { entityId: farm.at[place]! } }))
  return content.flatMap(({ entity, paths }) => paths.map(path => ({ house: entity.name, ...path })))
}

test('a path that was never tested is due', async () => {
  const paths = await pathsOf('Paul')
  expect(paths).toHaveLength(14)
  expect(new Set(paths.map(({ state, result, nextDay }) => `${state} ${result} ${nextDay}`))).toEqual(
    new Set(['OVERDUE null null']),
  )
})

test('a test on site is the last of its path, and the next is due by the interval of the plan', async () => {
  const testedUtc = '2026-11-20T09:00:00.000Z'
  data(await api.protection.addTest({ params: params(), body: { ...siren, testedUtc } }))
  const find = async () => (await pathsOf('House 1')).find(({ path }) => path === 'SIREN')!
  expect(await find()).toMatchObject({
    lastUtc: testedUtc,
    result: 'PASSED',
    source: 'PERSON',
    nextDay: '2026-12-20',
    state: null,
  })
  const content = { testIntervals: [{ path: 'SIREN' as const, days: 3 }] }
  data(await api.protection.setPlan({ params: params('Paul'), body: { content, version: 0 } }))
  expect(await find()).toMatchObject({ nextDay: '2026-11-23', state: 'OVERDUE' })
})

test('a message of a real alarm tests its path, and is marked as such', async () => {
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into events (entity_id, source, title, severity, category, status, open_date)
     values ($1, 'PERSON', 'Too hot', 'MAJOR', 'CLIMATE', 'CLOSED', '2026-11-23T08:00:00Z') returning id::text`,
    [farm.at['House 1']],
  )
  await farm.world.owner.query(
    `insert into notifications (key, event_id, entity_id, channel, recipient, subject, text, state, due_at, created_at, sent_at)
     values ('real', $1, $2, 'SMS', '+351912000001', 'Too hot', 'Too hot', 'SENT', now(), '2026-11-23T08:00:00Z', '2026-11-23T08:00:05Z')`,
    [rows[0]!.id, farm.at['House 1']],
  )
  expect((await pathsOf('House 1')).find(({ path }) => path === 'SMS')).toMatchObject({
    source: 'DELIVERY',
    result: 'PASSED',
    eventId: rows[0]!.id,
    lastUtc: '2026-11-23T08:00:05.000Z',
  })
})

test('a test of the mains names the power event that the platform saw during it', async () => {
  const { rows } = await farm.world.owner.query<{ id: string }>(
    `insert into events (entity_id, source, title, severity, category, status, open_date)
     values ($1, 'RULE', 'Mains power lost', 'CRITICAL', 'POWER', 'CLOSED', '2026-11-22T10:03:00Z') returning id::text`,
    [farm.at.Paul],
  )
  const mains = { ...siren, path: 'MAINS_OFF', note: '' } as const
  const seen = data(await api.protection.addTest({ params: params(), body: { ...mains, testedUtc: '2026-11-22T10:00:00Z' } }))
  expect(seen.seen).toEqual({ eventId: rows[0]!.id, title: 'Mains power lost' })
  const unseen = data(await api.protection.addTest({ params: params(), body: { ...mains, testedUtc: '2026-11-21T10:00:00Z' } }))
  expect(unseen.seen).toBeNull()
})

test('a test in the future is refused', async () => {
  await expect(
    api.protection.addTest({ params: params(), body: { ...siren, testedUtc: '2026-11-25T12:00:00Z' } }),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'testedUtc'))
})

const run = { startedUtc: '2026-11-16T08:00:00Z', endedUtc: '2026-11-16T08:20:00Z', onLoad: true, operator: 'Rui' } as const

test('a run at the farm is listed at its houses, and the next one is due a week later', async () => {
  expect(data(await api.protection.generator({ params: params() })).state).toBe('OVERDUE')
  const body = { ...run, fuelLitres: 4.5, hourMeter: 812.3, fault: 'Slow to start' }
  const { id } = data(await api.protection.addRun({ params: params('Paul'), body }))
  const { content } = data(await api.protection.runs({ query: { entityId: farm.at['House 1']! } }))
  expect(content).toMatchObject([{ id, fuelLitres: 4.5, hourMeter: 812.3, fault: 'Slow to start', onLoad: true }])
  expect(data(await api.protection.generator({ params: params() }))).toMatchObject({ nextDay: '2026-11-23', state: 'OVERDUE' })
})

test('a run that ends before it starts is refused', async () => {
  await expect(
    api.protection.addRun({ params: params('Paul'), body: { ...run, endedUtc: '2026-11-16T07:00:00Z' } }),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'endedUtc'))
})

test('a deleted run is listed no more', async () => {
  const { id } = data(await api.protection.addRun({ params: params('House 2'), body: run }))
  const listed = async () => {
    const { content } = data(await api.protection.runs({ query: { entityId: farm.at['House 2']! } }))
    return content.some(found => found.id === id)
  }
  expect(await listed()).toBe(true)
  data(await api.protection.removeRun({ params: { id } }))
  expect(await listed()).toBe(false)
})

test('the register of a period holds paths, tests and runs as PDF and XLSX', async () => {
  const query = { fromDay: '2026-11-16', toDay: '2026-11-24' }
  const pdf = data(await api.protection.register({ params: params(), query }))
  expect(pdf.name).toBe('Register of protection Paul - House 1 2026-11-16 2026-11-24.pdf')
  const text = await pdfText(new Uint8Array(await pdf.content.arrayBuffer()))
  for (const part of [
    'Siren',
    'Rita',
    'Heard at the gate',
    'By a real alarm',
    'Mains power lost',
    'Rui',
    'Slow to start',
    '20 min',
  ])
    expect(text).toContain(part)
  const xlsx = data(await api.protection.register({ params: params(), query: { ...query, format: 'XLSX' } }))
  const sheets = await workbookRows(new Uint8Array(await xlsx.content.arrayBuffer()))
  expect(Object.keys(sheets)).toEqual([
    'Register of protection',
    'Every alarm path',
    'Tests on site',
    'Alarm drills',
    'Generator log',
  ])
  expect(sheets['Tests on site']).toHaveLength(4)
  const before = data(await api.protection.register({ params: params(), query: { fromDay: '2026-11-01', toDay: '2026-11-15' } }))
  expect(await pdfText(new Uint8Array(await before.content.arrayBuffer()))).not.toContain('Heard at the gate')
})

test('a deleted test leaves its values in the audit', async () => {
  const body = { ...siren, testedUtc: '2026-11-23T09:00:00Z' }
  const { id } = data(await api.protection.addTest({ params: params('House 2'), body }))
  await expect((await farm.as('Suínos')).protection.removeTest({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  data(await api.protection.removeTest({ params: { id } }))
  const { rows } = await farm.world.owner.query<{ action: string; tester: string }>(
    `select action, (select coalesce(change ->> 'old', change ->> 'new') from jsonb_array_elements(changes) change where change ->> 'field' = 'tester') as tester
     from audit where object_type = 'protectionTest' and object_id = $1 order by id`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'CREATE', tester: 'Rita' },
    { action: 'DELETE', tester: 'Rita' },
  ])
})
