import type { CreateReport } from '@steading/contract/reports/reportForms'
import type { Permission } from '@steading/contract/users/permissions'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { hasFormula, pdfText, workbookRows } from '../../test/documents.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { PATIENCE } from '../../../../tools/testing/patience.ts'

/** A Tuesday, 10:00 in Lisbon. */
const START = Date.UTC(2026, 10, 24, 10)
const DAY = 86_400_000
const FORMULA = '=HYPERLINK("https://evil.example","+351")'
let now = START
let farm: Farm
let me: Api

beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => now, mono: () => performance.now() },
    settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  me = await farm.as('Aves')
  for (const [title, opened, closed] of [
    [FORMULA, START - 2 * DAY, START - 2 * DAY + 3 * 3_600_000],
    ['Dry', START - DAY, null],
    ['Too old', START - 20 * DAY, null],
  ] as const)
    await farm.world.owner.query(
      `insert into events (entity_id, title, severity, category, source, status, open_date, close_date)
       values ($1, $2, 'MAJOR', 'CLIMATE', 'RULE', $3, $4, $5)`,
      [farm.at['House 1'], title, closed ? 'CLOSED' : 'OPEN', new Date(opened), closed && new Date(closed)],
    )
})
afterAll(() => farm.close())

type Asked = z.input<typeof CreateReport>
const eventsOf = (more: Partial<Asked> = {}): Asked => ({
  displayName: 'Events of the week',
  type: 'EVENTS',
  format: 'CSV',
  entityIds: [farm.at.Paul!],
  period: { fromDay: '2026-11-18', toDay: '2026-11-24' },
  language: 'en-US',
  timeZone: 'Europe/Lisbon',
  ...more,
})

/** Waits until a job has ended the report. */
const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const report = data(await me.reports.details({ params: { id } }))
      expect(['READY', 'FAILED']).toContain(report.status)
      return report
    },
    { timeout: PATIENCE.poll, interval: 100 },
  )
const create = async (more: Partial<Asked> = {}) => data(await me.reports.create({ body: eventsOf(more) }))
const download = async (id: string) => {
  const { name, content } = data(await me.reports.download({ params: { id } }))
  return { name, bytes: new Uint8Array(await content.arrayBuffer()) }
}

test('a job makes a CSV report with its mark, semicolons and defused formulas', async () => {
  const asked = await create()
  expect(asked).toMatchObject({ status: 'REQUESTED', entity: { id: farm.at.Paul }, schedule: null })
  const report = await ended(asked.id)
  expect(report).toMatchObject({ status: 'READY', progress: 100, fileName: 'Events of the week 2026-11-18 2026-11-24.csv' })
  const { name, bytes } = await download(asked.id)
  expect(name).toBe(report.fileName)
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = new TextDecoder().decode(bytes)
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""+351"")"`)
  expect(text).toMatch(/;3;Major;Climate;/)
  expect(text).not.toContain('Too old')
  const { rows } = await farm.world.owner.query(`select action from audit where object_type = 'report' order by id`)
  expect(rows.map(({ action }) => action as string)).toEqual(['CREATE', 'EXPORT'])
})

test('the same report is a PDF and a spreadsheet', async () => {
  const pdf = await create({ format: 'PDF' })
  await ended(pdf.id)
  expect(await pdfText((await download(pdf.id)).bytes)).toMatch(/Events of the week .*Mean time to close 3 h .*Dry/)
  const sheet = await create({ format: 'XLSX' })
  await ended(sheet.id)
  const { bytes } = await download(sheet.id)
  expect(hasFormula(bytes)).toBe(false)
  expect(Object.keys(unzipSync(bytes))).toContain('xl/workbook.xml')
  const sheets = await workbookRows(bytes)
  expect(sheets.Data!.map(row => row[5])).toEqual(['Title', `'${FORMULA}`, 'Dry'])
})

test.each([
  ['ENVIRONMENT', { fromDay: '2026-11-18', toDay: '2026-11-24' }],
  ['CONSUMPTION', { fromDay: '2026-11-18', toDay: '2026-11-24' }],
  ['TASKS', { fromDay: '2026-11-18', toDay: '2026-11-24' }],
  ['SILO_STOCK', null],
] as const)('a report %s of a farm without data is empty', async (type, period) => {
  const { id } = await create({ type, period, format: 'PDF' })
  expect(await ended(id)).toMatchObject({ status: 'READY', error: null })
  expect(await pdfText((await download(id)).bytes)).toContain('No data in this report')
})

test('a task or an event of a chosen place below another one counts once', async () => {
  for (const [title, place, hours] of [
    ['Wash', 'House 1', -30],
    ['Weigh', 'House 1', 2],
    ['Order feed', 'Paul', 3],
  ] as const)
    data(
      await me.tasks.create({
        body: { title, entityId: farm.at[place]!, dueDate: new Date(START + hours * 3_600_000).toISOString() },
        files: [],
      }),
    )
  const sheetsOf = async (type: 'TASKS' | 'EVENTS') => {
    const { id } = await create({ type, format: 'XLSX', entityIds: [farm.at['House 1']!, farm.at.Paul!] })
    await ended(id)
    const { Data: rows, ...rest } = await workbookRows((await download(id)).bytes)
    return { titles: rows!.slice(1).map(row => row[type === 'TASKS' ? 1 : 5]), figures: Object.values(rest).flat() }
  }
  const tasks = await sheetsOf('TASKS')
  expect(tasks.titles).toEqual(['Wash', 'Weigh', 'Order feed'])
  expect(tasks.figures).toContainEqual(['Total', '3'])
  expect(tasks.figures).toContainEqual(['Overdue', '1'])
  const events = await sheetsOf('EVENTS')
  expect(events.titles).toHaveLength(2)
  expect(events.figures).toContainEqual(['Total', '2'])
})

test('a report needs what its type is about', async () => {
  await expect(me.reports.create({ body: eventsOf({ period: null }) })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'period.fromDay'),
  )
  await expect(me.reports.create({ body: eventsOf({ entityIds: [] }) })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'entityIds'),
  )
  await expect(me.reports.create({ body: eventsOf({ entityIds: [farm.at['Room 1']!] }) })).rejects.toMatchObject(
    failing('INVALID_INPUT', 'entityIds'),
  )
  await expect(
    me.reports.create({ body: eventsOf({ type: 'BATCH_SUMMARY', entityIds: [], batchIds: ['1'], period: null }) }),
  ).rejects.toMatchObject(failing('INVALID_INPUT', 'format'))
})

test('a report is hidden from people without the permission for its content', async () => {
  const { id } = await create()
  const other = await farm.as('Aves', ['reports.read', 'reports.create'])
  expect(data(await other.reports.search({})).content).toEqual([])
  await expect(other.reports.details({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(other.reports.create({ body: eventsOf() })).rejects.toMatchObject(failing('NOT_ALLOWED'))
})

const READER = ['reports.read', 'events.read'] as const
const reader = async (place: string, permissions: readonly Permission[] = READER) => {
  const email = await farm.person(place, permissions)
  const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [email])
  return { email, id: rows[0]!.id }
}

test('mails a link to recipients, except those who lost the permission', async () => {
  const inside = await reader('Aves')
  const blind = await reader('Aves')
  await farm.app.services.reports.stop()
  const { id } = await create({ recipientIds: [inside.id, blind.id] })
  await farm.world.owner.query(
    `delete from role_permissions where permission = 'events.read' and role_id = (select role_id from users where id = $1)`,
    [blind.id],
  )
  await farm.app.services.reports.start()
  await ended(id)
  const { rows: sent } = await farm.world.owner.query<{ recipient: string; subject: string; text: string }>(
    `select recipient, subject, text from notifications where key like $1`,
    [`report|${id}|%`],
  )
  expect(sent.map(({ recipient }) => recipient)).toEqual([inside.email])
  expect(sent[0]!.subject).toBe('Report ready: Events of the week')
  expect(sent[0]!.text).toContain(`/reports/${id}/details`)
})

test.each([
  ['without the permission for reports', 'Aves', ['events.read']],
  ['without the permission for its content', 'Aves', ['reports.read']],
  ['who does not reach its place', 'House 1', READER],
] as const)('a recipient %s is refused at its field', async (_, place, permissions) => {
  const recipientIds = [(await reader('Aves')).id, (await reader(place, permissions)).id]
  const refused = { failure: { code: 'INVALID_INPUT', fields: [{ field: 'recipientIds.1', code: 'mayNotOpen' }] } }
  await expect(create({ recipientIds })).rejects.toMatchObject(refused)
  const recurrence = { frequency: 'DAILY', time: '07:00' } as const
  await expect(create({ recipientIds, recurrence, period: null })).rejects.toMatchObject(refused)
})

test('a report expires after 30 days, can be retried, and is deleted with its file', async () => {
  const { id } = await create()
  await ended(id)
  const before = now
  now += 31 * DAY
  farm.app.services.reports.wake()
  const statusOf = async () => {
    const { rows } = await farm.world.owner.query<{ status: string; file_id: string | null }>(
      'select status, file_id from reports where id = $1',
      [id],
    )
    return rows[0]
  }
  await vi.waitFor(async () => expect(await statusOf()).toEqual({ status: 'EXPIRED', file_id: null }), PATIENCE.poll)
  now = before
  await expect(me.reports.download({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
  expect(data(await me.reports.retry({ params: { id } })).status).toBe('REQUESTED')
  await ended(id)
  expect(data(await me.reports.retry({ params: { id } })).status).toBe('READY')
  data(await me.reports.remove({ params: { id } }))
  await expect(me.reports.details({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('a report whose program ended is made again', async () => {
  const { id } = await create()
  await ended(id)
  await farm.world.owner.query(`update reports set status = 'RUNNING', lease_until = $2 where id = $1`, [id, new Date(now - 1)])
  farm.app.services.reports.wake()
  expect((await ended(id)).status).toBe('READY')
})

test('a report fails whose requester lost the permission for its content', async () => {
  const email = await farm.person('Aves', ['reports.read', 'reports.create', 'events.read'])
  const api = farm.api(await farm.login(email))
  await farm.app.services.reports.stop()
  const { id } = data(await api.reports.create({ body: eventsOf() }))
  await farm.world.owner.query(
    `delete from role_permissions where permission = 'events.read' and role_id = (select role_id from users where email = $1)`,
    [email],
  )
  await farm.app.services.reports.start()
  expect(await ended(id)).toMatchObject({ status: 'FAILED', error: 'NOT_ALLOWED' })
})
