import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { systemClock } from '../platform/time/clock.ts'
import { createHerd, entry, exit } from '../../test/herd.ts'

const DAY = 86_400_000
let farm: Farm
let api: Api
let herd: ReturnType<typeof createHerd>
beforeAll(async () => {
  // After the last day of both batches.
  const offset = Date.parse('2026-09-01T10:00:00Z') - Date.now()
  farm = await aFarm({ clock: { ...systemClock, now: () => Date.now() + offset } })
  api = await farm.as('Aves')
  herd = createHerd(farm, api)
})
afterAll(() => farm.close())

/** Days of a vector: the index and the number of deaths. */
function deathsOf(name: string): { day: number; deaths: number }[] {
  const path = new URL(`../../../../packages/production/test/vectors/${name}.csv`, import.meta.url)
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/)
  const column = header.split(',').indexOf('deaths')
  return lines.map((line, day) => ({ day, deaths: Number(line.split(',')[column]) })).filter(({ deaths }) => deaths > 0)
}

/** Instants of a batch whose first local day in Lisbon begins then, an hour before midnight UTC. */
const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`) - DAY / 24
const instant = (ms: number) => new Date(ms).toISOString()

const weightsOf = async (id: string) =>
  (
    await farm.world.owner.query(
      'select entry_weight::float8 as entry, exit_weight::float8 as exit, last_movement_at as last from batches where id = $1',
      [id],
    )
  ).rows[0] as { entry: number; exit: number; last: Date }

test('the broiler batch has the totals of the specification', async () => {
  const open = midnight('2026-04-06')
  const { id } = await herd.openBatch(instant(open))
  await herd.booked(id, entry(20_000, instant(open), { weight: 880 }))
  const sale = (day: number, number: number, weight: number) =>
    herd.booked(id, exit('EXTERNAL_SALE', number, instant(open + day * DAY), { weight }))
  const die = async (from: number, to: number) => {
    for (const { day, deaths } of deathsOf('broiler_batch'))
      if (day >= from && day < to) await herd.booked(id, exit('DEATH', deaths, instant(open + day * DAY + DAY / 2)))
  }
  await die(0, 21)
  expect(await herd.batch(id)).toMatchObject({ numberAnimals: 19_702, totalMortality: 298 })
  await die(21, 35)
  await sale(35, 5000, 11_250)
  await die(35, 42)
  await sale(42, 14_430, 42_390)
  const closed = data(await api.batches.quickCloseOpen({ params: { id }, body: { version: 1 } }))
  expect(closed).toMatchObject({
    status: 'CLOSED',
    closeDate: instant(open + 42 * DAY),
    numberAnimals: 19_430,
    totalEntry: 20_000,
    totalMortality: 570,
    totalExit: 19_430,
    totalExitPending: 0,
    batchAge: 42,
  })
  expect(await weightsOf(id)).toEqual({ entry: 880, exit: 53_640, last: new Date(open + 42 * DAY) })
})

/** kg of each pig that died. */
const DEAD_WEIGHTS = [31, 36, 42, 45, 53, 60, 71, 79, 88, 104]

test('the pig batch has the totals of the specification', async () => {
  const open = midnight('2026-05-04')
  const { id } = await herd.openBatch(instant(open), { species: 'FINISHER' })
  const other = await herd.openBatch(instant(open), { species: 'WEANER' })
  await herd.booked(id, entry(400, instant(open), { weight: 12_280, age: 10, ageUnit: 7 }))
  for (const [index, { day, deaths }] of deathsOf('pig_batch').entries())
    if (day < 28)
      await herd.booked(id, exit('DEATH', deaths, instant(open + day * DAY + DAY / 2), { weight: DEAD_WEIGHTS[index]! }))
  const timestamp = instant(open + 28 * DAY)
  const transfer = await herd.booked(
    id,
    exit('TRANSFER', 20, timestamp, { weight: 880, pending: true, inverseBatchId: other.id }),
  )
  expect(transfer.age).toBe(98)
  expect(await herd.batch(id)).toMatchObject({ numberAnimals: 396, totalExit: 0, totalExitPending: 20 })
  expect(data(await herd.edit(transfer, { pending: false }))).toMatchObject({ timestamp, status: 'EFFECTIVE' })
  const { totalEntry, totalMortality, totalExit } = await herd.batch(id)
  expect(totalEntry - totalMortality - totalExit).toBe(376)
  expect(await herd.batch(other.id)).toMatchObject({ totalEntry: 20, numberAnimals: 20 })
  for (const [index, { day, deaths }] of deathsOf('pig_batch').entries())
    if (day >= 28)
      await herd.booked(id, exit('DEATH', deaths, instant(open + day * DAY + DAY / 2), { weight: DEAD_WEIGHTS[index]! }))
  await herd.booked(id, exit('EXTERNAL_SALE', 150, instant(open + 84 * DAY), { weight: 17_100 }))
  await herd.booked(id, exit('EXTERNAL_SALE', 220, instant(open + 91 * DAY), { weight: 25_300 }))
  const closed = data(await api.batches.quickCloseOpen({ params: { id }, body: { version: 1 } }))
  expect(closed).toMatchObject({ numberAnimals: 390, totalEntry: 400, totalMortality: 10, totalExit: 390, batchAge: 161 })
  expect(await weightsOf(id)).toMatchObject({ entry: 12_280, exit: 43_280 })
  const sums = data(await api.animalMovements.aggregation({ query: { batchId: id } }))
  expect(sums.types).toContainEqual({ action: 'EXIT', actionType: 'DEATH', number: 10, weight: 609 })
  // Sales of 114 and 115 kg; the transfer is none.
  expect(sums.weightGroups).toEqual([
    { from: 0, to: 90, animals: 0, weight: 0 },
    { from: 90, to: 100, animals: 0, weight: 0 },
    { from: 100, to: 110, animals: 0, weight: 0 },
    { from: 110, to: 120, animals: 370, weight: 42_400 },
    { from: 120, to: 9999, animals: 0, weight: 0 },
  ])
})
