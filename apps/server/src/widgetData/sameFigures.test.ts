import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { round } from '@steading/contract/round'
import { DAY } from '@steading/production/figures'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pigs, ross } from '../../../../packages/production/test/vectors.ts'
import { batchesOfHouse, figuresOfPages, figuresOfWidgets } from '../../test/batchWidgets.ts'
import { createBooks } from '../../test/books.ts'
import { aFarm, data } from '../../test/farm.ts'
import type { Api, Farm } from '../../test/farm.ts'
import { createHerd, entry, exit } from '../../test/herd.ts'

/** Beyond the change of the clock in autumn, which each of the batches meets. */
const NOW = Date.UTC(2026, 10, 4, 12)
const BATCHES = 20
const HOUR = DAY / 24

/** The kg of an animal at its entry, its weighings and its sale. */
const KINDS = {
  BROILER: { farm: 'Paul', at: [0.04, 0.05], weighed: [0.3, 2], sold: [2, 3.2], curve: ross, ageUnit: 1 },
  FINISHER: { farm: 'Azinheira', at: [22, 30], weighed: [35, 80], sold: [84, 130], curve: pigs, ageUnit: 7 },
} as const
type Species = keyof typeof KINDS

const share = fc.noBias(fc.integer({ min: 0, max: 1000 })).map(part => part / 1000)
const number = (min: number, max: number) => fc.integer({ min, max })
const batchPlan = fc.record({
  species: fc.constantFrom<Species>('BROILER', 'FINISHER'),
  days: number(16, 45),
  /** Days since its close; null: it is open. */
  closedFor: fc.option(number(1, 20), { freq: 2 }),
  hasCurve: fc.boolean(),
  feed: fc.constantFrom('COUNTER', 'PURCHASES', 'NONE'),
  hasWater: fc.boolean(),
  /** kg and L of an animal a day, by its place in the list. */
  dailyUse: fc.array(share, { minLength: 45, maxLength: 45 }),
  entries: fc.array(fc.record({ day: number(0, 2), number: number(90, 400), weight: share }), { minLength: 1, maxLength: 2 }),
  deaths: fc.array(fc.record({ day: number(3, 10), number: number(1, 4), reason: fc.option(number(0, 2)) }), { maxLength: 6 }),
  weighings: fc.array(fc.record({ day: number(4, 12), number: number(5, 30), weight: share }), { maxLength: 3 }),
  sales: fc.array(fc.record({ before: number(1, 3), number: number(5, 15), weight: share }), { maxLength: 4 }),
  transfers: fc.array(fc.record({ before: number(1, 3), number: number(1, 3), weight: share }), { maxLength: 2 }),
})
type BatchPlan = typeof batchPlan extends fc.Arbitrary<infer P> ? P : never
const plans = fc.sample(batchPlan, { numRuns: BATCHES, seed: 42 })

let farm: Farm
let api: Api
let books: ReturnType<typeof createBooks>
const houses: string[] = []
beforeAll(async () => {
  farm = await aFarm({ clock: { now: () => NOW, mono: () => performance.now() } })
  books = createBooks(farm)
  api = await farm.as('Grupo')
  const kinds = { BROILER: await booksOfSpecies('BROILER'), FINISHER: await booksOfSpecies('FINISHER') }
  for (const [index, plan] of plans.entries()) await enter(plan, index, kinds[plan.species])
  await books.rolledUp()
})
afterAll(() => farm.close())

/** The curve, the feed, the causes of death and the batch that receives transfers of a species. */
async function booksOfSpecies(species: Species) {
  const { curve, ageUnit } = KINDS[species]
  const entityId = farm.at.Grupo!
  const common = { entityId, displayName: `Of ${species}`, species, translations: {} }
  const { id: productionCurveId } = data(
    await api.curves.create({
      body: { entityId, displayName: common.displayName, species, geneticsId: null, ageUnit, source: '', details: [...curve] },
    }),
  )
  const feed = await api.feedTypes.create({ body: { ...common, code: species, medicated: false, withdrawalDays: 0 } })
  const reasons = []
  for (const code of ['A', 'B', 'C']) {
    const body = { ...common, code, displayName: `Cause ${code} of ${species}`, icarReason: null, icarMethod: null }
    reasons.push(data(await api.deathReasons.create({ body })).id)
  }
  const receiver = await api.batches.create({
    body: {
      entityId: await farm.entity(`Receiver of ${species}`, 'SECTOR', KINDS[species].farm),
      openDate: new Date(NOW - 90 * DAY).toISOString(),
      species,
    },
    files: [],
  })
  return { productionCurveId, feedTypeId: data(feed).id, reasons, inverseBatchId: data(receiver).id }
}

/** Enters a batch in a house of its own, as people do. */
async function enter(plan: BatchPlan, index: number, kind: Awaited<ReturnType<typeof booksOfSpecies>>) {
  const { species, days, closedFor, dailyUse } = plan
  const { farm: place, at, weighed, sold } = KINDS[species]
  const herd = createHerd(farm, api)
  const entityId = await farm.entity(`House ${index} of the sample`, 'SECTOR', place)
  houses.push(entityId)
  const end = NOW - (closedFor ?? 0) * DAY
  const opened = end - days * DAY
  const on = (day: number, hour: number) => new Date(opened + day * DAY + hour * HOUR).toISOString()
  const kg = ([from, to]: readonly [number, number], part: number, animals: number) =>
    round((from + part * (to - from)) * animals, 1)

  const box = await books.box(entityId, ['FEED_COUNTER', 'WATER_COUNTER'])
  const [feedMeter, waterMeter] = box.interfaces
  const registers = [0, 0]
  for (let day = 0; day <= days; day++) {
    await box.send(opened + day * DAY, registers)
    registers[0]! += round(90 * dailyUse[day % dailyUse.length]!, 1)
    registers[1]! += Math.round(200 * dailyUse[(day + 7) % dailyUse.length]!)
  }
  const body = {
    entityId,
    openDate: on(0, 0),
    species,
    ...(plan.hasCurve && { productionCurveId: kind.productionCurveId }),
    ...(plan.feed === 'COUNTER' && { feedInterfaceIds: [feedMeter!] }),
    ...(plan.hasWater && { waterInterfaceIds: [waterMeter!] }),
  }
  const { id: batchId, version } = data(await api.batches.create({ body, files: [] }))
  for (const { day, number: animals, weight } of plan.entries)
    await herd.booked(batchId, entry(animals, on(day, 1), { weight: kg(at, weight, animals) }))
  for (const { day, number: animals, reason } of plan.deaths)
    await herd.booked(
      batchId,
      exit('DEATH', animals, on(day, 5), reason === null ? {} : { deathReasonId: kind.reasons[reason]! }),
    )
  for (const { day, number: animals, weight } of plan.weighings)
    data(
      await api.weighings.create({
        body: { batchId, timestamp: on(day, 6), number: animals, totalWeight: kg(weighed, weight, animals) },
      }),
    )
  for (const { before, number: animals, weight } of plan.sales)
    await herd.booked(batchId, exit('EXTERNAL_SALE', animals, on(days - before, 7), { weight: kg(sold, weight, animals) }))
  for (const { before, number: animals, weight } of plan.transfers)
    await herd.booked(
      batchId,
      exit('TRANSFER', animals, on(days - before, 9), {
        inverseBatchId: kind.inverseBatchId,
        weight: kg(weighed, weight, animals),
      }),
    )
  if (plan.feed === 'PURCHASES')
    for (const [day, part] of dailyUse.slice(0, 3).entries())
      data(
        await api.feedMovements.create({
          body: {
            batchId,
            action: 'ENTRY',
            actionType: 'BUY',
            timestamp: on(day, 8),
            weight: round(500 + 2000 * part, 1),
            feedTypeId: kind.feedTypeId,
          },
          files: [],
        }),
      )
  if (closedFor !== null)
    data(await api.batches.quickCloseOpen({ params: { id: batchId }, body: { version, closeDate: new Date(end).toISOString() } }))
}

test.each(Array.from({ length: BATCHES }, (_, index) => index))(
  'batch %i of a random sample has the same figures in widgets and on its page',
  { tags: ['nightly'] },
  async index => {
    const house = houses[index]!
    const batches = await batchesOfHouse(api, house)
    expect(batches).toHaveLength(1)
    expect(await figuresOfWidgets(farm, api, house, batches)).toEqual(await figuresOfPages(api, batches))
  },
)

test('the sample has open and closed batches with and without each figure', { tags: ['nightly'] }, async () => {
  const shown = []
  for (const house of houses) shown.push(await figuresOfPages(api, await batchesOfHouse(api, house)))
  const closed = shown.flatMap(({ batches }) => batches.flatMap(batch => batch.closed ?? []))
  expect(closed.length).toBeGreaterThan(4)
  expect(plans.filter(({ closedFor, transfers }) => closedFor !== null && transfers.length > 0).length).toBeGreaterThan(3)
  expect(shown.length - closed.length).toBeGreaterThan(4)
  for (const figure of ['averageDailyGain', 'feedConversion', 'exitWeight'] as const)
    expect(new Set(closed.map(figures => figures[figure] === NOT_COMPUTABLE))).toEqual(new Set([true, false]))
  expect(shown.filter(({ deaths }) => Object.keys(deaths.byCause).length > 1).length).toBeGreaterThan(2)
  const groups = shown.flatMap(({ sold }) => sold.groups.flatMap((count, group) => (count > 0 ? [group] : [])))
  expect(new Set(groups)).toEqual(new Set([0, 1, 2, 3, 4]))
  for (const kpi of ['weight', 'dailyFeed', 'dailyWater'] as const)
    expect(
      shown.filter(({ batches }) => batches.some(batch => batch[kpi].some(({ value }) => value !== null))).length,
    ).toBeGreaterThan(4)
})

test('animals sold by farm are those of the pages of its batches', { tags: ['nightly'] }, async () => {
  const { farms } = data(await api.widgetData.animalsByWeight({ query: { entityIds: houses } }))
  const expected = []
  for (const { farm: place } of Object.values(KINDS)) {
    const ofFarm = []
    for (const [index, house] of houses.entries())
      if (KINDS[plans[index]!.species].farm === place) ofFarm.push(...(await batchesOfHouse(api, house)))
    const { sold } = await figuresOfPages(api, ofFarm)
    expected.push({ farm: farm.at[place], ...sold })
  }
  const shown = farms.map(({ farm: { id }, total, groups }) => ({ farm: id, total, groups: groups.map(({ count }) => count) }))
  expect(shown).toEqual(expected.toSorted((a, b) => b.total - a.total))
})

test('figures over the closed batches are those of their sums', { tags: ['nightly'] }, async () => {
  const { content } = data(await api.batches.search({ query: { entities: houses, status: ['CLOSED'], itemsPerPage: 50 } }))
  const total = (member: 'totalMortality' | 'totalEntry') => content.reduce((sum, batch) => sum + batch[member], 0)
  const { value, batches } = data(await api.widgetData.mortality({ query: { time: 'LAST_QUARTER' } }))
  expect({ value, batches }).toEqual({
    value: round((100 * total('totalMortality')) / total('totalEntry'), 2),
    batches: content.length,
  })
})
