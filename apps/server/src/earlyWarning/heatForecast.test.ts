import type { Forecast } from '@steading/contract/widgets/weather'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data, failing } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { aGrowthCurve } from '../../test/herd.ts'
import { housesAt } from '../danger/index.ts'
import { systemActor } from '../platform/actor.ts'
import { Failed } from '../platform/failures.ts'
import { createHeatForecast } from './heatForecast.ts'

const DAY = 86_400_000
/** Noon of a summer's day in Lisbon. */
const START = Date.parse('2026-07-10T11:00:00Z')
let time = START
let farm: Farm
let api: Api
let curveId = ''
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => time, mono: () => performance.now() } })
  await farm.world.owner.query('update entities set latitude = 39.2, longitude = -8.6 where id = $1', [farm.at.Paul])
  curveId = await aGrowthCurve(farm)
  api = await farm.as('Aves')
})
afterAll(() => farm.close())

let houses = 0
/** A house whose batch is 30 days old, its ventilation set by the call that the form makes. */
async function aStockedHouse(ventilationCapacity: number | null) {
  const name = `Warm house ${++houses}`
  const entityId = await farm.entity(name, 'SECTOR', 'Paul')
  const { version } = data(await api.entities.details({ params: { id: entityId } }))
  data(
    await api.entities.edit({
      params: { id: entityId },
      body: { name, area: 1300, height: 3, ventilationCapacity, version },
      files: [],
    }),
  )
  await farm.world.owner.query(
    `insert into batches (entity_id, code, sector_number, species, production_curve_id, open_date, total_entry, birth_day, created_at)
     values ($1, $2, '1', 'BROILER', $3, $4, 19000, $5, $4)`,
    [entityId, name, curveId, new Date(START - 30 * DAY), Math.floor(START / DAY) - 30],
  )
  return entityId
}

const aDay = (day: string, temperatureMin: number, temperatureMax: number) =>
  ({ day, temperatureMin, temperatureMax }) as Forecast['days'][number] // safe: nothing else of a day is read
const HOT = [aDay('2026-07-10', 15, 24), aDay('2026-07-11', 18, 28), aDay('2026-07-12', 22, 40)]
const COOL = HOT.map(({ day }) => aDay(day, 12, 20))

/** Looks once, as a process that was just started, at the forecast of a provider; null: it does not answer. */
async function look(days: readonly Forecast['days'][number][] | null) {
  const part = createHeatForecast(farm.world, {
    events: farm.app.services.events,
    weather: {
      isOn: true,
      cities: () => Promise.reject(new Error('not asked')),
      forecast: () =>
        days === null
          ? Promise.reject(new Failed('UNAVAILABLE', [], 'weatherUnavailable'))
          : Promise.resolve({ provider: 'OPEN_METEO', fetchedUtc: new Date(time).toISOString(), days: [...days] }),
    },
  })
  await part.start()
  await part.stop()
}
const eventsAt = async (entity: string) => data(await api.events.search({ query: { entity, itemsPerPage: 50 } })).content

test('warns days ahead of the hour from which the ventilation does not hold, and once', async () => {
  const house = await aStockedHouse(150_000)
  const without = await aStockedHouse(null)
  await look(HOT)
  await look(HOT)
  const [event, ...more] = await eventsAt(house)
  expect(more).toEqual([])
  expect(event).toMatchObject({ severityLevel: 'MODERATE', category: 'CLIMATE', status: 'OPEN' })
  expect(event!.title).toBe('Heat expected: ventilation will not hold at 40 °C outside')
  expect(await eventsAt(without)).toEqual([])
})

test('keeps the warning while the provider does not answer, and closes it once no day is too hot', async () => {
  const house = await aStockedHouse(150_000)
  await look(HOT)
  await look(null)
  expect((await eventsAt(house)).map(({ status }) => status)).toEqual(['OPEN'])
  await look(COOL)
  expect((await eventsAt(house)).map(({ status }) => status)).toEqual(['CLOSED'])
})

test('closes the warning of a batch that is closed', async () => {
  const house = await aStockedHouse(150_000)
  await look(HOT)
  await farm.world.owner.query('update batches set close_date = $2 where entity_id = $1', [house, new Date(time)])
  await look(HOT)
  expect((await eventsAt(house)).map(({ status }) => status)).toEqual(['CLOSED'])
})

test('a day that is over is no forecast', async () => {
  const house = await aStockedHouse(150_000)
  time = START + 3 * DAY
  api = await farm.as('Aves')
  await look(null)
  expect(await eventsAt(house)).toEqual([])
  time = START
  api = await farm.as('Aves')
})

test('the forecast stands for the temperature outside where no sensor measures it', async () => {
  const house = await aStockedHouse(150_000)
  await look(HOT)
  const [state] = await farm.world.db.work(systemActor('test'), work => housesAt(work, house))
  expect(state!.forecast?.map(({ day }) => day)).toEqual(HOT.map(({ day }) => day))
  expect(state).toMatchObject({ height: 3, distressTemperature: null })
})

test.each([
  [{ distressTemperature: 30 }, 'lethalTemperature'],
  [{ distressTemperature: 34, lethalTemperature: 31 }, 'lethalTemperature'],
  [{ height: 0 }, 'height'],
])('refuses %j at %s', async (given, field) => {
  const name = `Refused ${JSON.stringify(given)}`
  const entityId = await farm.entity(name, 'SECTOR', 'Paul')
  const { version } = data(await api.entities.details({ params: { id: entityId } }))
  const edit = api.entities.edit({ params: { id: entityId }, body: { name, ...given, version }, files: [] })
  await expect(edit).rejects.toMatchObject(failing('INVALID_INPUT', field))
})

test('refuses what only a house has for a farm', async () => {
  const id = farm.at.Paul!
  const { version, name, code } = data(await api.entities.details({ params: { id } }))
  const edit = api.entities.edit({
    params: { id },
    body: { name, code: code ?? 'PAU', ventilationCapacity: 1000, version },
    files: [],
  })
  await expect(edit).rejects.toMatchObject(failing('INVALID_INPUT', 'ventilationCapacity'))
})
