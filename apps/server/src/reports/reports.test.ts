import type { Movement } from '@steading/production/replay'
import { DAY } from '@steading/production/figures'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { broilerMovements, broilerOpen, broilerRows, cell, ross } from '../../../../packages/production/test/vectors.ts'
import { createBooks } from '../../test/books.ts'
import { hasFormula, pdfText, workbookRows } from '../../test/documents.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

const CLOSED_AT = broilerOpen + 42 * DAY
const FORMULA = '=HYPERLINK("https://evil.example","+351")'
let now = broilerOpen
let farm: Farm
let batchId: string
let manager: Api

const iso = (ms: number) => new Date(ms).toISOString()

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => now, mono: () => performance.now() } })
  const books = createBooks(farm)
  const { owner } = farm.world
  const opener = await farm.as('Grupo')
  const box = await books.box(farm.at['House 1']!, ['FEED_COUNTER', 'WATER_COUNTER', 'TEMPERATURE', 'CO2'])
  const common = { entityId: farm.at.Grupo!, species: 'BROILER' as const }
  const curve = data(
    await opener.curves.create({
      body: { ...common, displayName: 'Ross 308', geneticsId: null, ageUnit: 1, source: '', details: [...ross] },
    }),
  )
  const batch = data(
    await opener.batches.create({
      body: {
        entityId: farm.at['House 1']!,
        openDate: iso(broilerOpen),
        species: 'BROILER',
        usableArea: 1300,
        productionCurveId: curve.id,
        feedInterfaceIds: [box.interfaces[0]!],
        waterInterfaceIds: [box.interfaces[1]!],
      },
      files: [],
    }),
  )
  batchId = batch.id
  const registers = [0, 0, 31.5, 1200]
  // Means of an hour have many decimals: of 31.5 and 31.6 twice, and of CO₂ as well.
  for (const [minutes, temperature, co2] of [
    [0, 31.5, 1200],
    [5, 31.6, 1201],
    [10, 31.6, 1201],
  ] as const)
    await box.send(broilerOpen + minutes * 60_000, [0, 0, temperature, co2])
  for (const [index, row] of broilerRows.entries()) {
    registers[0]! += cell(row, 'feedKg')
    registers[1]! += cell(row, 'waterL') || 0
    await box.send(broilerOpen + (index + 1) * DAY, registers)
  }
  await books.rolledUp()
  await books.move(batchId, broilerMovements satisfies readonly Movement[])
  await owner.query(
    `update batches set total_entry = 20000, total_exit = 19430, total_mortality = 570, birth_day = date '2026-04-06' - date '1970-01-01'`,
  )
  await books.weigh(batchId, broilerOpen + 21 * DAY, 100, 99.2)
  await owner.query('update weighings set notes = $1', [FORMULA])
  const reason = data(
    await opener.deathReasons.create({
      body: {
        ...common,
        code: 'HEAT',
        displayName: 'Heat stress',
        translations: { 'de-DE': 'Hitzestress' },
        icarReason: null,
        icarMethod: null,
      },
    }),
  )
  await owner.query(`update animal_movements set death_reason_id = $1 where action_type = 'DEATH' and at < $2`, [
    reason.id,
    new Date(broilerOpen + 7 * DAY),
  ])
  await owner.query(`update animal_movements set type_description = $1 where action_type = 'EXTERNAL_SALE'`, [FORMULA])
  now = CLOSED_AT
  manager = await farm.as('Grupo')
  const feedType = data(
    await manager.feedTypes.create({
      body: { ...common, code: 'F1', displayName: FORMULA, translations: {}, medicated: false, withdrawalDays: 0 },
    }),
  )
  data(
    await manager.feedMovements.create({
      body: { batchId, action: 'ENTRY', actionType: 'BUY', timestamp: iso(broilerOpen), weight: 83_050, feedTypeId: feedType.id },
      files: [],
    }),
  )
  data(await manager.batches.quickCloseOpen({ params: { id: batchId }, body: { version: 1, closeDate: iso(now) } }))
})
afterAll(() => farm.close())

/** A session of a new person with a language and a notation. */
async function reader(language: string, formats: { number?: string; date?: string } = {}): Promise<Api> {
  const email = await farm.person('Grupo')
  await farm.world.owner.query('update users set language = $2, number_format = $3, date_format = $4 where email = $1', [
    email,
    language,
    formats.number ?? null,
    formats.date ?? null,
  ])
  return farm.api(await farm.login(email))
}

const params = () => ({ id: batchId })
const bytes = async (content: Blob) => new Uint8Array(await content.arrayBuffer())
async function summary(api: Api) {
  const { name, content } = data(await api.reports.batchSummary({ params: params() }))
  return { name, content: await bytes(content), text: await pdfText(await bytes(content)) }
}
async function raw(api: Api) {
  const { name, content } = data(await api.reports.batchRaw({ params: params() }))
  return { name, content: await bytes(content), sheets: await workbookRows(await bytes(content)) }
}

describe('the report of a batch', () => {
  test('holds totals, key figures, weeks, growth, deaths by cause and feed by type', async () => {
    const { name, text, content } = await summary(manager)
    if (process.env.SAVE_DOCUMENTS) await writeFile(`${process.env.SAVE_DOCUMENTS}/en.pdf`, content)
    expect(name).toMatch(/^Batch report \S+\.pdf$/)
    for (const part of [
      'Batch report',
      'Broilers · Paul | House 1',
      '570 (2.85 %)',
      'European production efficiency factor (EPEF) 424',
      'Feed conversion ratio (FCR) 1.57',
      'Weight gain 52,760.0 kg',
      'Average length of stay 40.2 d',
      // Week 3: age 20, 19,702 animals, 63 deaths, 1.49 %.
      '20 19,702 63 1.49',
      // Week 6: the last 90 deaths.
      '41 0 90 2.85',
      'Heat stress 166 29.1 %',
      'No cause recorded 404 70.9 %',
      'Total 570 100.0 %',
      `${FORMULA} 83,050 0`,
      'Growth',
      'Weighed',
      'Production curve',
      'Temperature',
    ])
      expect(text.replaceAll('\u00a0', ' ')).toContain(part)
    // The batch is closed.
    for (const part of ['Stocking density', 'Space per animal', 'Animals present']) expect(text).not.toContain(part)
  })

  test('is written in the language, numbers and dates of the reader', async () => {
    const { name, text, content } = await summary(await reader('de-DE', { date: 'DMY_DOT' }))
    if (process.env.SAVE_DOCUMENTS) await writeFile(`${process.env.SAVE_DOCUMENTS}/de.pdf`, content)
    expect(name).toMatch(/^Bericht zum Durchgang \S+\.pdf$/)
    for (const part of ['Verluste nach Ursache', 'Hitzestress 166 29,1 %', '52.760,0 kg', '19.702', '12.04.2026'])
      expect(text.replaceAll('\u00a0', ' ')).toContain(part)
    const greek = await summary(await reader('el-GR', { number: 'POINT_COMMA', date: 'YMD_DASH' }))
    if (process.env.SAVE_DOCUMENTS) await writeFile(`${process.env.SAVE_DOCUMENTS}/el.pdf`, greek.content)
    expect(greek.name).toMatch(/^Έκθεση παρτίδας \S+\.pdf$/)
    for (const part of ['Θάνατοι ανά αιτία', '52,760.0 kg', '2026-04-12'])
      expect(greek.text.replaceAll('\u00a0', ' ')).toContain(part)
  })

  test('leaves out movements that the reader may not see', async () => {
    const { text } = await summary(await farm.as('Grupo', ['batches.read']))
    expect(text).toContain('Key figures')
    expect(text).not.toContain('Heat stress')
    expect(text).not.toContain('Feed by type')
  })
})

describe('the raw data of a batch', () => {
  test('hold a sheet of each kind of record, with numbers and times as such', async () => {
    const { name, sheets, content } = await raw(manager)
    if (process.env.SAVE_DOCUMENTS) await writeFile(`${process.env.SAVE_DOCUMENTS}/raw.xlsx`, content)
    expect(name).toMatch(/^Raw data \S+\.xlsx$/)
    expect(Object.keys(sheets)).toEqual([
      'Batch',
      'Animal movements',
      'Feed movements',
      'Manual weighings',
      'Consumption per day',
      'Climate by hour',
      'Climate within limits',
    ])
    const [head, entry, death] = sheets['Animal movements']!
    expect(head![0]).toBe('Date and time (Europe/Lisbon)')
    expect(entry!.slice(0, 5)).toEqual([new Date('2026-04-06T00:00:00Z'), 'External entry', 20_000, 880, 0])
    expect(death!.slice(0, 6)).toEqual([new Date('2026-04-06T12:00:00Z'), 'Death', 28, null, 0, 'Heat stress'])
    expect(sheets['Animal movements']).toHaveLength(1 + broilerMovements.length)
    expect(sheets['Feed movements']![1]!.slice(1, 4)).toEqual(['Purchase', `'${FORMULA}`, 83_050])
    expect(sheets['Manual weighings']![1]).toEqual([
      new Date('2026-04-27T00:00:00Z'),
      21,
      100,
      99.2,
      0.992,
      null,
      1.012,
      -2,
      'By hand',
      `'${FORMULA}`,
    ])
    const days = sheets['Consumption per day']!
    expect(days).toHaveLength(43)
    expect(days[1]!.slice(0, 4)).toEqual([new Date('2026-04-06T00:00:00Z'), 0, 239.8, 432])
    expect(days[21]!.slice(1, 4)).toEqual([20, 2069.2, 3725])
    expect(sheets['Climate by hour']![1]).toEqual([new Date('2026-04-06T00:00:00Z'), 31.6, 1201])
  })

  test('defuse formulas that users entered', async () => {
    const { content, sheets } = await raw(manager)
    expect(hasFormula(content)).toBe(false)
    for (const value of Object.values(sheets).flat(2)) expect(String(value)).not.toMatch(/^[=+@]/)
  })

  test('are in the language of the reader', async () => {
    const { name, sheets } = await raw(await reader('pt-PT'))
    expect(name).toMatch(/^Dados em bruto \S+\.xlsx$/)
    expect(Object.keys(sheets)).toContain('Movimentos de animais')
    expect(sheets['Movimentos de animais']![2]!.slice(1, 3)).toEqual(['Morte', 28])
  })

  test('leave out sheets of movements that the reader may not see', async () => {
    const { sheets } = await raw(await farm.as('Grupo', ['batches.read', 'batches.feedMovements.read']))
    expect(Object.keys(sheets)).not.toContain('Animal movements')
    expect(Object.keys(sheets)).toContain('Feed movements')
  })
})

test('the analysis of a batch holds key figures, growth and each day against the curve', async () => {
  const { name, content } = data(await manager.reports.batchAnalytics({ params: params() }))
  expect(name).toMatch(/^Batch analysis \S+\.xlsx$/)
  const sheets = await workbookRows(await bytes(content))
  expect(Object.keys(sheets)).toEqual(['Batch', 'Key figures', 'Growth', 'Consumption per day'])
  const kpis = new Map(sheets['Key figures']!.map(([label, value, unit]) => [label, [value, unit]]))
  expect(kpis.get('European production efficiency factor (EPEF)')).toEqual([424, null])
  expect(kpis.get('Exit weight')).toEqual([2761, 'g'])
  expect(kpis.get('Mortality')).toEqual([2.85, '%'])
  expect(sheets.Growth![22]!.slice(1)).toEqual([21, 0.992, 1.012, -2, 19_692, 1.54])
  const last = sheets['Consumption per day']!.at(-1)!
  expect(last.slice(0, 3)).toEqual([new Date('2026-05-17T00:00:00Z'), 41, 2988.6])
  expect(last[5]).toBeCloseTo(83_041.5, 1)
})

test('each download is audited as an export of the batch', async () => {
  const before = data(await manager.audit.search({ query: { action: 'EXPORT', objectType: 'batch' } })).totalElements
  await manager.reports.batchSummary({ params: params() })
  await manager.reports.batchRaw({ params: params() })
  await manager.reports.batchAnalytics({ params: params() })
  const page = data(await manager.audit.search({ query: { action: 'EXPORT', objectType: 'batch' } }))
  expect(page.totalElements).toBe(before + 3)
  expect(page.content[0]).toMatchObject({ objectId: batchId })
})

test('a batch out of reach is not there', async () => {
  const stranger = await farm.as('Suínos')
  await expect(stranger.reports.batchSummary({ params: params() })).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(stranger.reports.batchRaw({ params: params() })).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(stranger.reports.batchAnalytics({ params: params() })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('a batch without animals, curve or readings has documents, too', async () => {
  const empty = data(
    await manager.batches.create({ body: { entityId: farm.at['Room 1']!, openDate: iso(now), species: 'PIG' }, files: [] }),
  )
  const { content } = data(await manager.reports.batchSummary({ params: { id: empty.id } }))
  const text = await pdfText(await bytes(content))
  expect(text).toContain(empty.code)
  expect(text).not.toMatch(/[-−]100/)
  data(await manager.reports.batchRaw({ params: { id: empty.id } }))
  const analysis = await workbookRows(
    await bytes(data(await manager.reports.batchAnalytics({ params: { id: empty.id } })).content),
  )
  // What is not computable is a blank cell.
  const values = new Map(analysis['Key figures']!.slice(1).map(([label, value]) => [label, value]))
  expect(values.get('Feed conversion ratio (FCR)')).toBeNull()
  expect([...values.values()]).not.toContain(-100)
})

test('the names of files and sheets take no slash of a complex code, and stay short', async () => {
  expect(data(await manager.batches.details({ params: params() })).complexCode).toContain('/')
  const greek = await reader('el-GR')
  for (const call of ['batchSummary', 'batchRaw', 'batchAnalytics'] as const) {
    const { name, content } = data(await greek.reports[call]({ params: params() }))
    expect(name).toMatch(/^[\p{Script=Greek} ]+ [^/\\:]+\.(pdf|xlsx)$/u)
    if (call === 'batchSummary') continue
    for (const sheet of Object.keys(await workbookRows(await bytes(content)))) {
      expect(sheet).not.toMatch(/[/\\?*[\]:]/)
      expect(sheet.length).toBeLessThanOrEqual(31)
    }
  }
})
