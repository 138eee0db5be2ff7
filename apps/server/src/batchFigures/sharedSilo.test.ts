import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { createHerd, entry, exit } from '../../test/herd.ts'
import { aCurve } from '../../test/production.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Midnight in Lisbon's winter. */
const OPENED = Date.UTC(2026, 10, 2)
const DAYS = 3
const NOW = OPENED + DAYS * DAY
let farm: Farm
let api: Api
let books: ReturnType<typeof createBooks>
let herd: ReturnType<typeof createHerd>

beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
  api = await farm.as('Aves')
  books = createBooks(farm)
  herd = createHerd(farm, api)
})
afterAll(() => farm.close())

const iso = (ms: number) => new Date(ms).toISOString()
let names = 0
const curveOf = (dailyFeed: number) => aCurve(farm, api, `Shared ${++names}`, pointsOf(dailyFeed))
const pointsOf = (dailyFeed: number) => [0, 10].map(age => ({ age, weight: 1, dailyFeed }))

/** kg that batches used together on each day. */
async function feedOf(...ids: readonly string[]) {
  const days = (await Promise.all(ids.map(async id => data(await api.batchFigures.consumption({ params: { id } }))))).flat()
  const byDay = Map.groupBy(days, ({ day }) => day)
  return [...byDay.values()].map(same => same.reduce((sum, { feedKg }) => sum + (feedKg ?? 0), 0))
}
const about = (days: readonly number[], factor = 1) => days.map(kg => expect.closeTo(kg * factor, 1) as number)

/** Two houses at a silo that loses 10 kg an hour: Sala 1, closed, with 100 animals, and Sala 2 with 400 of twice the appetite. */
async function aSharedSilo() {
  const place = await farm.entity(`Silo place ${++names}`, 'SECTOR', 'Paul')
  const { interfaces, send } = await books.box(place, ['SILO_WEIGHT'])
  for (let hour = 0; OPENED + hour * HOUR <= NOW; hour++) await send(OPENED + hour * HOUR, [5000 - 10 * hour])
  await books.rolledUp()
  const curve = await curveOf(0.2)
  const sources = { siloInterfaceIds: interfaces }
  const one = await herd.openBatch(iso(OPENED), { ...sources, productionCurveId: (await curveOf(0.1)).id })
  await herd.booked(one.id, entry(100, iso(OPENED)))
  const two = await herd.openBatch(iso(OPENED), { ...sources, productionCurveId: curve.id })
  const arrival = await herd.booked(two.id, entry(400, iso(OPENED)))
  data(await api.batches.quickCloseOpen({ params: { id: one.id }, body: { version: one.version, closeDate: iso(NOW) } }))
  return { one, two, curve, arrival, sources }
}
type SharedSilo = Awaited<ReturnType<typeof aSharedSilo>>

const edit = async ({ two, sources, curve }: SharedSilo, more: object) =>
  data(
    await api.batches.edit({
      params: { id: two.id },
      body: {
        ...sources,
        productionCurveId: curve.id,
        species: 'BROILER',
        openDate: iso(OPENED),
        version: two.version,
        ...more,
      },
      files: [],
    }),
  )
const changes: Record<string, (silo: SharedSilo) => Promise<unknown>> = {
  'a corrected entry': async ({ arrival }) => data(await herd.edit(arrival, { number: 300 })),
  'a death': ({ two }) => herd.booked(two.id, exit('DEATH', 100, iso(OPENED + DAY))),
  'a deleted entry': async ({ arrival }) => data(await herd.remove(arrival.id)),
  'another curve': silo => edit(silo, { productionCurveId: null }),
  'an edit of its curve': async ({ curve: { id, displayName, species, geneticsId, ageUnit, source, status, version } }) =>
    data(
      await api.curves.edit({
        params: { id },
        body: { displayName, species, geneticsId, ageUnit, source, status, version, details: pointsOf(0.4) },
      }),
    ),
  'its closing': async ({ two }) =>
    data(
      await api.batches.quickCloseOpen({
        params: { id: two.id },
        body: { version: two.version, closeDate: iso(OPENED + 2 * DAY) },
      }),
    ),
}

test.each(Object.entries(changes))('shares of a silo change with %s and still make the whole', async (_, change) => {
  const silo = await aSharedSilo()
  const [one, two] = [silo.one.id, silo.two.id]
  const own = await feedOf(one)
  const whole = about(own, 9)
  expect(await feedOf(one, two)).toEqual(whole)
  const { version } = await herd.batch(one)
  await change(silo)
  expect(await feedOf(one)).not.toEqual(about(own))
  expect(await feedOf(one, two)).toEqual(whole)
  // Nobody edited the batch whose figures follow.
  expect((await herd.batch(one)).version).toBe(version)
})

test('shares of a silo change with a later opening, and the use before its first weight is of no batch', async () => {
  const silo = await aSharedSilo()
  const ids = [silo.one.id, silo.two.id]
  const [first, second, ...rest] = await feedOf(...ids)
  data(await herd.edit(silo.arrival, { timestamp: iso(OPENED + DAY) }))
  await edit(silo, { openDate: iso(OPENED + DAY) })
  // Eight of nine parts of the hour's 10 kg.
  expect(await feedOf(...ids)).toEqual([...about([first!, second! - (10 * 8) / 9]), ...about(rest)])
})

test('shares of a silo follow a batch that is opened and deleted', async () => {
  const silo = await aSharedSilo()
  const own = await feedOf(silo.one.id)
  // A batch without a curve: all have shares by their animals, a fifth instead of a ninth.
  const third = await herd.openBatch(iso(OPENED), silo.sources)
  expect(await feedOf(silo.one.id)).toEqual(about(own, 9 / 5))
  data(await api.batches.remove({ params: { id: third.id } }))
  expect(await feedOf(silo.one.id)).toEqual(about(own))
})

test('a ranking has the new share of a silo after a death in the other batch', async () => {
  const { one, two } = await aSharedSilo()
  const ranked = async () => data(await api.batchFigures.analytics({ query: { ids: [one.id] } })).content[0]!
  const before = (await ranked()).kpis!.feed
  await herd.booked(two.id, exit('DEATH', 100, iso(OPENED + DAY)))
  const after = await ranked()
  expect(after.isCurrent).toBe(true)
  expect(after.kpis!.feed).toBeGreaterThan(before)
})
