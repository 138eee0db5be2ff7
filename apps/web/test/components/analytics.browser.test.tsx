import type { EntityBatches, EntityOverview } from '@steading/contract/entities/analytics'
import type { EntityChoice, EntityRow } from '@steading/contract/entities/entities'
import { permissionKeys } from '@steading/contract/users/permissions'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import AnalyticsPage from '../../src/analytics/AnalyticsPage.tsx'
import { isClean } from './axe.ts'
import { pageOf } from './feedType.sample.ts'
import { type Call, failure, openStage } from './stage.tsx'

const path = '/analytics'
const placeOf = (id: string, name: string, type: EntityChoice['type']): EntityChoice => ({
  id,
  name,
  displayName: name,
  type,
  parentId: '2',
  status: 'ACTIVE',
  enterprise: null,
})
const places = [placeOf('1', 'Farm', 'FARM'), placeOf('91', 'House 1', 'SECTOR'), placeOf('92', 'House 2', 'SECTOR')]
const rowOf = ({ id, name, displayName, type, parentId, status }: EntityChoice): EntityRow => ({
  id,
  name,
  displayName,
  type,
  parentId,
  status,
  code: null,
  above: [],
  children: 0,
  tags: [],
})
const chosen = ({ query }: Call) => query.getAll('entityIds').map(id => places.find(one => one.id === id)!)
const entityOf = ({ id, name, displayName, type }: EntityChoice) => ({ id, name, displayName, type })

const start = Date.parse('2026-05-04T00:00:00Z')
const times = [start, start + 86_400_000]
/** Mean, minimum and maximum by category; House 2 differs. */
const MEASURED: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  TEMPERATURE: [
    [21.4, 18, 25.5],
    [24.1, 20.7, 28.2],
  ],
  HUMIDITY: [
    [61.5, 48, 70],
    [66.2, 50, 81.5],
  ],
}

/** What the server knows of an entity. */
function overviewOf(entity: EntityChoice, call: Call): EntityOverview {
  const isSecond = entity.id === '92'
  const [mean, min, max] = MEASURED[call.query.get('category')!]![isSecond ? 1 : 0]!
  const total = isSecond ? 1500 : 1000
  return {
    entity: entityOf(entity),
    environment: { interfaces: 2, times, values: [min, max], mean, min, max },
    consumption: { interfaces: 1, times, values: [total / 2, total / 2], total, previous: 900 },
    events: { CRITICAL: 1, MAJOR: 0, MODERATE: 2, LOW: 0, total: 3, previous: isSecond ? 7 : 4 },
  }
}
const overview = (call: Call) => ({ resolution: 'DAY', entities: chosen(call).map(entity => overviewOf(entity, call)) })
const batchesOf = (entity: EntityChoice): EntityBatches => ({
  entity: entityOf(entity),
  open: 1,
  closed: 2,
  mortality: 2.84,
  previousMortality: -100,
  averageDailyGain: 790,
  feedConversion: 1.57,
  averageWeight: entity.id === '92' ? 114.59 : 2.76,
  mortalityByDay:
    entity.id === '92' ? { times, deaths: [12, 30], percents: [0.06, 0.151] } : { times: [], deaths: [], percents: [] },
})

const replies = {
  'GET /entities/search': () => pageOf([rowOf(places[0]!)]),
  'GET /entities/choices': ({ query }: Call) =>
    pageOf(places.filter(({ id }) => query.getAll('ids').length === 0 || query.getAll('ids').includes(id))),
  'GET /analytics/overview': overview,
  'GET /analytics/batches': (call: Call) => chosen(call).map(batchesOf),
}
type More = Partial<Record<keyof typeof replies, (call: Call) => unknown>>
const HOUSES = `${path}?entityIds=92&entityIds=91`

const daysOf = (query: URLSearchParams) => (Date.parse(query.get('toDay')!) - Date.parse(query.get('fromDay')!)) / 86_400_000 + 1

async function open(at = path, more: More = {}, permissions = permissionKeys) {
  const stage = await openStage(<AnalyticsPage />, { path, at, replies: { ...replies, ...more }, permissions })
  const asked = () => {
    const query = stage.calls.findLast(call => call.path === '/analytics/overview')?.query
    if (!query) return undefined
    return {
      entityIds: query.getAll('entityIds'),
      days: daysOf(query),
      category: query.get('category'),
      meter: query.get('meter'),
    }
  }
  return { ...stage, asked }
}

/** The texts of a table: of its rows the name and the figures. */
const rowsOf = (title: string) =>
  [...(page.getByRole('region', { name: title, exact: true }).query()?.querySelectorAll('tbody tr') ?? [])].map(row =>
    [...row.children].map(cell => (cell.textContent ?? '').replaceAll('\u00a0', ' ').trim()),
  )
const TEMPERATURE = 'Environment: Temperature'
const HUMIDITY = 'Environment: Humidity'
const WATER = 'Consumption: Water meter'
const EVENTS = 'Events'
const BATCHES = 'Batches closed in this period'
const MORTALITY = 'Mortality by day'

async function choose(field: string | RegExp, option: string) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('choices change the address and what is compared', async () => {
  const { asked, place } = await open()
  await expect.poll(asked).toEqual({ entityIds: ['1'], days: 30, category: 'TEMPERATURE', meter: 'WATER_COUNTER' })
  await choose('Period', 'Last 7 days')
  await expect.poll(asked).toMatchObject({ days: 7 })
  await choose('Environment', 'Humidity')
  await expect.poll(asked).toMatchObject({ category: 'HUMIDITY' })
  await choose('Consumption', 'Electricity meter')
  await expect.poll(asked).toMatchObject({ meter: 'ENERGY_METER' })
  await choose(/^Compared locations/, 'House 2')
  await expect.poll(asked).toEqual({ entityIds: ['1', '92'], days: 7, category: 'HUMIDITY', meter: 'ENERGY_METER' })
  expect(place().searchStr).toBe('?days=7&category=HUMIDITY&meter=ENERGY_METER&entityIds=1&entityIds=92')
})

test('two houses stand side by side in the order of the address', async () => {
  await open(HOUSES)
  await expect
    .poll(() => rowsOf(TEMPERATURE))
    .toEqual([
      ['House 2', '24.1 °C', '20.7 °C', '28.2 °C', '2'],
      ['House 1', '21.4 °C', '18.0 °C', '25.5 °C', '2'],
    ])
  expect(rowsOf(WATER)).toEqual([
    ['House 2', '1,500 L', '900 L', '+66.7 %', '1'],
    ['House 1', '1,000 L', '900 L', '+11.1 %', '1'],
  ])
  expect(rowsOf(EVENTS).map(row => row.at(-1))).toEqual(['7', '4'])
  await expect.poll(() => rowsOf(BATCHES).map(row => row.at(-1))).toEqual(['114.59 kg', '2.76 kg'])
})

test('mortality by day stands side by side, and is said to be unknown where there were no animals', async () => {
  await open(HOUSES)
  await expect
    .poll(() => rowsOf(MORTALITY))
    .toEqual([
      ['House 2', '42', '0.11 %', '0.15 %'],
      ['House 1', '–', '–', '–'],
    ])
})

const pathsOf = (calls: readonly Call[]) => calls.map(call => call.path).toSorted()

test('the first picture of chosen houses asks for each kind of data once', async () => {
  const { calls } = await open(HOUSES)
  await expect.poll(() => rowsOf(BATCHES)).toHaveLength(2)
  await expect.element(page.getByText('House 2').first()).toBeVisible()
  expect(pathsOf(calls)).toEqual(['/analytics/batches', '/analytics/overview', '/entities/choices'])
})

test('the first picture of the farms asks for no names', async () => {
  const { calls } = await open()
  await expect.poll(() => rowsOf(BATCHES)).toHaveLength(1)
  expect(pathsOf(calls)).toEqual(['/analytics/batches', '/analytics/overview', '/entities/search'])
})

test('another category shows no values of the one before', async () => {
  let answer = () => {}
  const answered = new Promise<void>(resolve => (answer = resolve))
  const { asked } = await open(HOUSES, {
    'GET /analytics/overview': async call => {
      if (call.query.get('category') === 'HUMIDITY') await answered
      return overview(call)
    },
  })
  await expect.poll(() => rowsOf(TEMPERATURE)).toHaveLength(2)
  await choose('Environment', 'Humidity')
  await expect.poll(asked).toMatchObject({ category: 'HUMIDITY' })
  await expect.poll(() => rowsOf(TEMPERATURE)).toEqual([])
  expect(rowsOf(HUMIDITY)).toEqual([])
  answer()
  await expect.poll(() => rowsOf(HUMIDITY).map(row => row[1])).toEqual(['66.2 %', '61.5 %'])
})

test('another period keeps the values until the next ones come', async () => {
  const { asked } = await open(HOUSES, {
    'GET /analytics/overview': call => (daysOf(call.query) === 7 ? new Response(new ReadableStream()) : overview(call)),
  })
  await expect.poll(() => rowsOf(TEMPERATURE)).toHaveLength(2)
  await choose('Period', 'Last 7 days')
  await expect.poll(asked).toMatchObject({ days: 7 })
  await expect.element(page.getByRole('combobox', { name: 'Period' })).toHaveValue('Last 7 days')
  expect(rowsOf(TEMPERATURE)).toHaveLength(2)
})

test('the page shows that the farms did not come, and tries again', async () => {
  let isBroken = true
  await open(path, {
    'GET /entities/search': () => (isBroken ? failure(403, 'NOT_ALLOWED') : replies['GET /entities/search']()),
  })
  await expect.element(page.getByText('The comparison could not be loaded.')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rowsOf(TEMPERATURE)).toHaveLength(1)
})

test.each([
  ['a desk', 1280],
  ['a phone', 390],
])('the page keeps nobody out on %s', async (_, width) => {
  await page.viewport(width, 900)
  document.documentElement.dataset['theme'] = 'steading'
  const { screen } = await open(HOUSES)
  await expect.poll(() => rowsOf(BATCHES)).toHaveLength(2)
  await expect.poll(() => document.querySelectorAll('.chart-tools').length).toBe(3)
  await isClean(screen.container)
  await page.viewport(1280, 900)
})

test('batches are shown to who may compare batches', async () => {
  const others = permissionKeys.filter(key => key !== 'analytics.batch' && key !== 'platform.root')
  const { calls } = await open(HOUSES, {}, others)
  await expect.poll(() => rowsOf(EVENTS)).toHaveLength(2)
  expect(rowsOf(BATCHES)).toEqual([])
  expect(calls.map(call => call.path)).not.toContain('/analytics/batches')
})

const saved: Blob[] = []
beforeEach(() => {
  saved.length = 0
  const create = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation(object => {
    if (object instanceof Blob) saved.push(object)
    return create(object)
  })
})
/** The figure that a text shows; null: none. */
const figureOf = (text: string) => {
  const digits = text.replaceAll(/[^\d.-]/g, '')
  return digits === '' ? null : Number(digits)
}

const TABLES = [TEMPERATURE, WATER, EVENTS, MORTALITY, BATCHES]
test.each(TABLES)('the saved table of "%s" has the figures that are shown', async title => {
  await open(HOUSES)
  for (const one of TABLES) await expect.poll(() => rowsOf(one)).toHaveLength(2)
  const buttons = page.getByRole('button', { name: 'Save as table (CSV)' }).filter({ hasText: 'Save as table (CSV)' })
  await buttons.nth(TABLES.indexOf(title)).click()
  await expect.poll(() => saved).toHaveLength(1)
  const [, ...lines] = (await saved[0]!.text()).replace('\uFEFF', '').trim().split('\r\n')
  const shown = rowsOf(title)
  expect(lines.map(line => line.split(',')).map(([name, ...figures]) => [name, ...figures.map(figureOf)])).toEqual(
    shown.map(([name, ...texts]) => [name, ...texts.map(figureOf)]),
  )
})
