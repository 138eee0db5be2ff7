import type { CreateReport } from '@steading/contract/reports/reportForms'
import type { ReportFormat } from '@steading/contract/reports/reportKinds'
import { languages } from '@steading/locales/languages'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { createBooks } from '../../test/books.ts'
import { pdfText, workbookRows } from '../../test/documents.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { PATIENCE } from '../../../../tools/testing/patience.ts'

const HOUR = 3_600_000
const FIRST = Date.UTC(2026, 2, 28)
const NOW = Date.UTC(2026, 2, 31, 12)
/** In Lisbon the clocks skip 01:00 to 02:00 on this day: it has 23 hours. */
const SHORT_DAY = '2026-03-29'
let now = NOW
let farm: Farm
let me: Api

const EVERY_DAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const interval = (startTime: string, endTime: string, displayName: string, value: number) => ({
  startTime,
  endTime,
  displayName,
  value,
})

beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => now, mono: () => performance.now() },
    settings: { RETENTION: 'rollups_5m=10', SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  const books = createBooks(farm)
  const places = ['House 1', 'House 2', 'Room 1'] as const
  const boxes = await Promise.all(places.map(place => books.box(farm.at[place]!, ['ENERGY_METER', 'WATER_COUNTER'])))
  // 1, 2 and 3 kWh an hour.
  for (let hour = 0; FIRST + hour * HOUR <= NOW; hour++)
    for (const [index, box] of boxes.entries()) await box.send(FIRST + hour * HOUR, [(index + 1) * hour, 5 * hour])
  await books.rolledUp()
  me = await farm.as('Grupo')
  const timeIntervals = [interval('00:00:00', '05:59:59', 'NIGHT', 0.1), interval('06:00:00', '21:59:59', 'DAY', 0.2345)]
  data(
    await me.tariffs.create({
      body: {
        entityId: farm.at.Paul!,
        displayName: 'Night and day',
        currency: 'EUR',
        timeZone: 'Europe/Lisbon',
        validFrom: '2026-01-01',
        validTo: null,
        holidays: [],
        holidayAs: 'sun',
        cycles: [{ season: 'ALL', lines: [{ daysOfWeek: [...EVERY_DAY], timeIntervals }] }],
      },
    }),
  )
})
afterAll(() => farm.close())

type Asked = z.input<typeof CreateReport>

/** The content of a report that a job has made. */
async function made(format: ReportFormat, more: Partial<Asked> = {}): Promise<Uint8Array> {
  const { id } = data(
    await me.reports.create({
      body: {
        displayName: 'Electricity',
        type: 'ENERGY_COST',
        format,
        entityIds: [farm.at.Grupo!],
        period: { fromDay: SHORT_DAY, toDay: SHORT_DAY },
        language: 'en-US',
        timeZone: 'Europe/Lisbon',
        ...more,
      },
    }),
  )
  await vi.waitFor(async () => expect(data(await me.reports.details({ params: { id } })).status).toBe('READY'), {
    timeout: PATIENCE.poll,
    interval: 50,
  })
  const { content } = data(await me.reports.download({ params: { id } }))
  return new Uint8Array(await content.arrayBuffer())
}

const [house1, house2, room] = [
  ['Paul | House 1', 'ENERGY_METER'],
  ['Paul | House 2', 'ENERGY_METER'],
  ['Azinheira | Room 1', 'ENERGY_METER'],
] as const

test('lists costs of a 23-hour day by meter and tariff period with sums', async () => {
  const { Data: rows, ...rest } = await workbookRows(await made('XLSX'))
  expect(rows).toEqual([
    ['Entity', 'Electricity meter', 'Tariff period', 'Energy (kWh)', 'Price per kWh', 'Cost', 'Currency'],
    [...room, 'No period', 69, null, null, null],
    [...house1, 'DAY', 16, 0.2345, 3.75, 'EUR'],
    [...house1, 'NIGHT', 5, 0.1, 0.5, 'EUR'],
    [...house1, 'No period', 2, null, null, null],
    [...house1, 'Total', 23, null, 4.25, 'EUR'],
    [...house2, 'DAY', 32, 0.2345, 7.5, 'EUR'],
    [...house2, 'NIGHT', 10, 0.1, 1, 'EUR'],
    [...house2, 'No period', 4, null, null, null],
    [...house2, 'Total', 46, null, 8.5, 'EUR'],
    ['Total', null, null, 69, null, 12.75, 'EUR'],
    ['Total', null, null, 69, null, null, null],
  ])
  const figures = Object.values(rest).flat()
  expect(figures).toContainEqual(['Cost', '12.75\u00a0EUR'])
  expect(figures).toContainEqual(['Energy', '138\u00a0kWh'])
  expect(figures).toContainEqual(['Energy without a price', '75\u00a0kWh'])
})

test('the CSV has the same lines with a decimal comma', async () => {
  const lines = new TextDecoder().decode(await made('CSV')).split(/\r?\n/)
  expect(lines).toContain('Paul | House 1;ENERGY_METER;DAY;16;0,2345;3,75;EUR')
  expect(lines).toContain('Total;;;69;;12,75;EUR')
})

test('the PDF has amounts with two decimals and prices with four', async () => {
  const text = (await pdfText(await made('PDF'))).replaceAll('\u00a0', ' ')
  for (const part of ['12.75 EUR', 'NIGHT 5.00 0.1000 0.50 EUR', 'Total 46.00 – 8.50 EUR']) expect(text).toContain(part)
})

test.each(languages)('is worded in %s', async language => {
  const rows = Object.values(await workbookRows(await made('XLSX', { language })))[1]!
  expect(rows[0]!.every(title => typeof title === 'string' && title.length > 0 && !/\w\.\w/.test(title))).toBe(true)
  expect(rows).toHaveLength(12)
})

test('energy beyond the retention of 5-minute values is counted without a price', async () => {
  now = NOW + 9 * 24 * HOUR
  me = await farm.as('Grupo')
  const period = { fromDay: SHORT_DAY, toDay: '2026-03-30' }
  const { Data: rows } = await workbookRows(await made('XLSX', { entityIds: [farm.at['House 1']!], period }))
  now = NOW
  me = await farm.as('Grupo')
  // 5-minute values are kept from 13:00 of the 30th on: 9 hours by day, and 2 without a period.
  expect(rows!.slice(1)).toEqual([
    [...house1, 'DAY', 9, 0.2345, 2.11, 'EUR'],
    [...house1, 'No period', 38, null, null, null],
    [...house1, 'Total', 47, null, 2.11, 'EUR'],
  ])
})

test('needs the permission for tariffs in addition to that for sensors', async () => {
  const body: Asked = {
    displayName: 'Electricity',
    type: 'ENERGY_COST',
    format: 'CSV',
    entityIds: [farm.at.Paul!],
    period: { fromDay: SHORT_DAY, toDay: SHORT_DAY },
    language: 'en-US',
    timeZone: 'Europe/Lisbon',
  }
  const { id } = data(await me.reports.create({ body }))
  const other = await farm.as('Grupo', ['reports.read', 'reports.create', 'interfaces.read'])
  await expect(other.reports.create({ body })).rejects.toMatchObject(failing('NOT_ALLOWED'))
  await expect(other.reports.details({ params: { id } })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('the environment report shows the daily extremes of readings, not of hourly means', async () => {
  const books = createBooks(farm)
  const box = await books.box(farm.at['Room 1']!, ['TEMPERATURE'])
  const day = Date.UTC(2026, 2, 28, 10)
  for (const [index, value] of [12.4, 31.6, 20].entries()) await box.send(day + index * 60_000, [value])
  await books.rolledUp()
  const { Data: rows } = await workbookRows(
    await made('XLSX', { type: 'ENVIRONMENT', period: { fromDay: '2026-03-28', toDay: '2026-03-28' } }),
  )
  expect(rows!.map(row => row.slice(5, 7))).toContainEqual([12.4, 31.6])
})

test('the environment report leaves out directions, which have no arithmetic mean', async () => {
  const books = createBooks(farm)
  const box = await books.box(farm.at['Room 1']!, ['WIND_SPEED', 'WIND_DIRECTION'])
  const day = Date.UTC(2026, 2, 29, 10)
  for (const [index, direction] of [355, 5].entries()) await box.send(day + index * 60_000, [4, direction])
  await books.rolledUp()
  const { Data: rows } = await workbookRows(
    await made('XLSX', { type: 'ENVIRONMENT', period: { fromDay: '2026-03-29', toDay: '2026-03-29' } }),
  )
  const categories = rows!.map(row => row[3])
  expect(categories).toContain('Wind speed')
  expect(categories).not.toContain('Wind direction')
})
