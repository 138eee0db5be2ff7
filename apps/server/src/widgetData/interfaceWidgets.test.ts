import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooks } from '../../test/books.ts'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'

const HOUR = 3_600_000
/** Monday noon in Lisbon, the day after that on which its clocks went back. */
const NOW = Date.parse('2026-10-26T12:00:00Z')
const FIRST = Date.parse('2026-10-10T00:00:00Z')
let now = NOW
let farm: Farm
let api: Api
let milk: string
let water: string
let silo: string
let temperature: string
let energy: string
let books: ReturnType<typeof createBooks>

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => now, mono: () => performance.now() } })
  books = createBooks(farm)
  api = await farm.as('Aves')
  const box = await books.box(farm.at['House 1']!, [
    'MILK_COUNTER',
    'WATER_COUNTER',
    'SILO_WEIGHT',
    'TEMPERATURE',
    'ENERGY_METER',
  ])
  ;[milk, water, silo, temperature, energy] = box.interfaces as [string, string, string, string, string] // safe: five were made
  await farm.world.owner.query('update interfaces set capacity = 10000 where id = $1', [silo])
  // Each hour 10 L of milk and 5 L of water; 120 kg of feed at 6 and 18 UTC.
  let kg = 9000
  for (let hour = 0; FIRST + hour * HOUR <= NOW; hour++) {
    if (hour % 12 === 6) kg -= 120
    await box.send(FIRST + hour * HOUR, [10 * hour, 5 * hour, kg, 20 + (hour % 3), 2 * hour])
  }
  await books.rolledUp()
})
afterAll(() => farm.close())

/** A widget on a dashboard of the caller's own. */
async function widget(by: Api, type: WidgetTypeName, configs: object): Promise<string> {
  const { id } = data(await by.dashboards.create({ body: { displayName: `Board of ${type}` } }))
  const { rows } = await farm.world.owner.query<{ id: string }>(
    'insert into widgets (dashboard_id, type, configs) values ($1, $2, $3) returning id::text',
    [id, type, JSON.stringify(configs)],
  )
  return rows[0]!.id
}
const milkOf = async (configs: object, by = api) =>
  data(await by.widgetData.milk({ params: { id: await widget(by, 'MILK', configs) } }))
const consumptionOf = async (configs: object, by = api) =>
  data(await by.widgetData.consumption({ params: { id: await widget(by, 'CONSUMPTION', configs) } }))
const siloOf = async (configs: object, by = api) =>
  data(await by.widgetData.silo({ params: { id: await widget(by, 'SILO', configs) } }))

test('counts the milk of local days, of 25 hours where clocks go back', async () => {
  const { days, ...shown } = await milkOf({ interfaceId: milk })
  expect(shown).toMatchObject({ interface: { id: milk }, unit: 'L', today: 120, yesterday: 250, meanOf7: 241.43 })
  expect(days).toHaveLength(30)
  expect(days.slice(-3)).toEqual([
    { day: '2026-10-24', value: 240 },
    { day: '2026-10-25', value: 250 },
    { day: '2026-10-26', value: 120 },
  ])
  expect(days[0]).toEqual({ day: '2026-09-27', value: null })
})

test('counts a day up to now, and the day before up to the same local time', async () => {
  const { interfaces, missing, ...period } = await consumptionOf({ interfaceIds: [water, milk], period: 'DAY' })
  expect(missing).toBe(0)
  expect(period).toEqual({ from: '2026-10-26T00:00:00.000Z', to: '2026-10-26T12:00:00.000Z', timeZone: 'Europe/Lisbon' })
  // The hour that came twice counts twice: 13 hours from midnight to noon.
  expect(interfaces).toMatchObject([
    { id: water, unit: 'L', decimals: 0, value: 60, previous: 65 },
    { id: milk, value: 120, previous: 130 },
  ])
  expect(interfaces[0]!.buckets).toHaveLength(12)
  expect(interfaces[0]!.buckets[0]).toEqual({ from: '2026-10-26T00:00:00.000Z', value: 5 })
})

test('takes the mean of full buckets', async () => {
  const { interfaces } = await consumptionOf({ interfaceIds: [water], period: 'DAY', aggregator: 'AVG' })
  expect(interfaces).toMatchObject([{ value: 5, previous: 5 }])
  const { interfaces: ofMonth } = await consumptionOf({ interfaceIds: [water], period: 'MONTH', aggregator: 'AVG' })
  // Full days from the 10th, of which the first begins an hour late, to the 25th of 25 hours.
  expect(ofMonth).toMatchObject([{ value: 120, previous: null }])
  expect(ofMonth[0]!.buckets).toHaveLength(26)
})

test('compares a week with the one before up to the same local time', async () => {
  const { interfaces } = await consumptionOf({ interfaceIds: [water], period: 'WEEK' })
  expect(interfaces).toMatchObject([{ value: 60, previous: 60, buckets: [{ value: 60 }] }])
})

test('shows the hours of a day of 25 hours', async () => {
  now = Date.parse('2026-10-25T23:30:00Z')
  const { interfaces } = await consumptionOf({ interfaceIds: [water], period: 'DAY' }, await farm.as('Aves'))
  now = NOW
  expect(interfaces[0]!.buckets).toHaveLength(25)
  expect(interfaces[0]!.buckets[0]!.from).toBe('2026-10-24T23:00:00.000Z')
})

test('counts meters alone, in the order of the widget, and says how many are missing', async () => {
  const { interfaces, missing } = await consumptionOf({ interfaceIds: [temperature, milk, '999999', water], period: 'DAY' })
  expect(interfaces.map(({ id }) => id)).toEqual([milk, water])
  expect(missing).toBe(2)
  await expect(consumptionOf({ interfaceIds: [temperature], period: 'DAY' })).rejects.toMatchObject(failing('NOT_FOUND'))
})

test('prices energy by the nearest tariff of its place, and nothing else', async () => {
  expect((await consumptionOf({ interfaceIds: [energy], period: 'DAY' })).interfaces).toMatchObject([{ value: 24, cost: null }])
  const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
  const tariff = (displayName: string, entityId: string, endTime: string, value: number) =>
    api.tariffs.create({
      body: {
        entityId,
        displayName,
        currency: 'EUR',
        timeZone: 'Europe/Lisbon',
        validFrom: '2026-01-01',
        validTo: null,
        holidays: [],
        holidayAs: 'sun',
        cycles: [
          {
            season: 'ALL',
            lines: [
              { daysOfWeek: [...everyDay], timeIntervals: [{ startTime: '00:00:00', endTime, displayName: 'DAY', value }] },
            ],
          },
        ],
      },
    })
  data(await tariff('Of the enterprise', farm.at.Aves!, '23:59:59', 9))
  data(await tariff('Of the farm', farm.at.Paul!, '09:59:59', 0.25))
  const { interfaces } = await consumptionOf({ interfaceIds: [energy, water], period: 'DAY' })
  // Ten hours of 2 kWh at 0.25, and two hours for whose time the farm has no price.
  expect(interfaces).toMatchObject([{ id: energy, value: 24, cost: { amount: 5, currency: 'EUR', unpriced: 4 } }, { cost: null }])
})

test('says how long a silo lasts, with its level at the end of each day', async () => {
  const { history, ...shown } = await siloOf({ interfaceId: silo })
  expect(shown).toMatchObject({
    silo: { id: silo },
    capacity: 10_000,
    weight: 5040,
    percent: 50.4,
    dailyUse: 240,
    daysToEmpty: 21,
    emptyDay: '2026-11-16',
    orderDay: '2026-11-13',
    leadDays: 3,
    feedFactory: null,
  })
  expect(history).toHaveLength(30)
  expect(history[0]).toEqual({ day: '2026-09-27', weight: null })
  expect(history.slice(-3)).toEqual([
    { day: '2026-10-24', weight: 5400 },
    { day: '2026-10-25', weight: 5160 },
    { day: '2026-10-26', weight: 5040 },
  ])
})

test('lets the use of a silo grow with the one batch that it feeds, and names the factory to people who read batches', async () => {
  const curve = data(
    await api.curves.create({
      body: {
        entityId: farm.at.Paul!,
        displayName: 'Growing',
        species: 'BROILER',
        geneticsId: null,
        ageUnit: 1,
        source: '',
        details: [0, 42].map(age => ({ age, weight: 0.05 + 0.06 * age, dailyFeed: 0.01 + 0.01 * age })),
      },
    }),
  )
  const body = { entityId: farm.at['House 1']!, openDate: new Date(FIRST).toISOString(), species: 'BROILER' } as const
  const more = { siloInterfaceIds: [silo], productionCurveId: curve.id }
  const { id } = data(await api.batches.create({ body: { ...body, ...more }, files: [] }))
  await books.move(id, [
    { id: '1', at: FIRST, action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number: 1000, weight: 50, ageDays: 0, pending: false },
  ])
  await books.feed(id, FIRST, 'ENTRY', 100)
  await farm.world.owner.query(
    `with mill as (insert into feed_factories (entity_id, display_name, lead_days) values ($1, 'Slow mill', 9) returning id)
      update feed_movements set feed_factory_id = (select id from mill) where batch_id = $2`,
    [farm.at.Paul, id],
  )
  const shown = await siloOf({ interfaceId: silo })
  expect(shown.daysToEmpty).toBeLessThan(21)
  expect(shown).toMatchObject({ leadDays: 9, feedFactory: { displayName: 'Slow mill' } })
  // The page of the batch says the same.
  const [ofBatch] = data(await api.batchFigures.runOut({ params: { id } }))
  expect(shown).toMatchObject({ ...ofBatch })
  expect(await siloOf({ interfaceId: silo }, await farm.as('Aves', ['interfaces.read']))).toMatchObject({
    leadDays: 9,
    feedFactory: null,
  })
})

test('draws a chart as its widget says, in the range that is asked for', async () => {
  const chart = async (type: WidgetTypeName, configs: object, query = {}) =>
    data(await api.widgetData.series({ params: { id: await widget(api, type, configs) }, query }))
  const simple = await chart('SIMPLE_MULTI_LINE_CHART', { interfaceIds: [water, temperature], hours: 6 })
  expect(simple.map(({ interfaceId }) => interfaceId)).toEqual([water, temperature])
  expect(simple[1]!.times[0]).toBe(NOW - 6 * HOUR)
  const complex = { interfaceIds: [temperature], hours: 24, resolution: 'DAY', aggregation: 'MAX' }
  expect(await chart('COMPLEX_CHART', complex)).toMatchObject([{ resolution: 'DAY', values: [22, 22] }])
  const pairs = await chart('REGRESSION_CHART', { x: temperature, y: water, hours: 24 })
  expect(pairs.map(({ resolution }) => resolution)).toEqual(['HOUR', 'HOUR'])
  const range = { fromDate: new Date(NOW - 48 * HOUR).toISOString(), toDate: new Date(NOW - 46 * HOUR).toISOString() }
  const [earlier] = await chart('SIMPLE_MULTI_LINE_CHART', { interfaceIds: [temperature] }, range)
  expect([earlier!.times[0], earlier!.times.at(-1)]).toEqual([NOW - 48 * HOUR, NOW - 47 * HOUR])
})

test('answers a preview as the widget with these configurations', async () => {
  const preview = async (type: 'CONSUMPTION' | 'SILO' | 'MILK', configs: Record<string, unknown>) =>
    data(await api.widgetData.preview({ body: { type, configs } }))
  expect(await preview('MILK', { interfaceId: milk })).toEqual({ milk: await milkOf({ interfaceId: milk }) })
  expect(await preview('SILO', { interfaceId: silo })).toEqual({ silo: await siloOf({ interfaceId: silo }) })
  const configs = { interfaceIds: [water], period: 'WEEK' }
  expect(await preview('CONSUMPTION', configs)).toEqual({ consumption: await consumptionOf(configs) })
  await expect(preview('MILK', { interfaceId: 'x' })).rejects.toMatchObject(failing('INVALID_INPUT', 'interfaceId'))
})

test('answers 404 for a widget of another user, of another type, or with an interface out of reach', async () => {
  const other = await farm.as('Azinheira')
  const mine = await widget(api, 'MILK', { interfaceId: milk })
  await expect(other.widgetData.milk({ params: { id: mine } })).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(api.widgetData.silo({ params: { id: mine } })).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(api.widgetData.series({ params: { id: mine }, query: {} })).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(milkOf({ interfaceId: milk }, other)).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(siloOf({ interfaceId: silo }, other)).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(consumptionOf({ interfaceIds: [water] }, other)).rejects.toMatchObject(failing('NOT_FOUND'))
  const preview = other.widgetData.preview({ body: { type: 'MILK', configs: { interfaceId: milk } } })
  await expect(preview).rejects.toMatchObject(failing('NOT_FOUND'))
  await expect(milkOf({ interfaceId: water })).rejects.toMatchObject(failing('NOT_FOUND'))
})
