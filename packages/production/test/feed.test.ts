import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { birthDay } from '../src/age.ts'
import {
  accumulatedConsumption,
  accumulatedPerAnimal,
  consumptionDifference,
  dailyAmounts,
  dailyConsumption,
  expectedConsumption,
  waterFeedRatio,
} from '../src/consumption.ts'
import type { MeasuredDay } from '../src/consumption.ts'
import { baseUse, daysToEmpty, emptyRange, orderDay, siloShares } from '../src/daysToEmpty.ts'
import { DAY } from '../src/figures.ts'
import { balanceSteps } from '../src/replay.ts'
import type { BalanceStep } from '../src/replay.ts'
import { deliveryDisagrees, massBalance, replayStock, stockConsumption } from '../src/stock.ts'
import type { FeedMovement } from '../src/stock.ts'
import { firstSaleDay, withdrawalRefusal } from '../src/withdrawal.ts'
import {
  broilerMovements,
  broilerOpen,
  broilerRows,
  cell,
  HOUR,
  localDay,
  pigMovements,
  pigOpen,
  pigRows,
  pigs,
  ross,
} from './vectors.ts'

describe('days to empty', () => {
  const base = baseUse([3100, 3000, 2900])

  it('are 4.0 at a flat use and 3.6 by the curve in the vector', () => {
    expect(base).toBeCloseTo(3030, 9)
    expect(daysToEmpty(12_000, base, [])).toBe(4)
    expect(daysToEmpty(12_000, base, [{ curve: ross, age: 28, animals: 100 }])).toBe(3.6)
  })
  it('are −100 without a use', () => {
    expect(daysToEmpty(12_000, 0, [])).toBe(NOT_COMPUTABLE)
    expect(daysToEmpty(12_000, baseUse([]), [{ curve: ross, age: 28, animals: 100 }])).toBe(NOT_COMPUTABLE)
  })
  it('are 0 for an empty silo', () => {
    expect(daysToEmpty(0, base, [])).toBe(0)
    expect(daysToEmpty(-40, base, [])).toBe(0)
  })
  it('keep the last use above the last age of the curve', () => {
    expect(daysToEmpty(12_000, 3000, [{ curve: ross, age: 42, animals: 100 }])).toBe(4)
    expect(daysToEmpty(12_000, 3000, [{ curve: ross, age: 60, animals: 100 }])).toBe(4)
  })
  it('use the base where the curve has no feed', () => {
    expect(daysToEmpty(12_000, 3000, [{ curve: ross, age: 0, animals: 100 }])).toBe(4)
    expect(daysToEmpty(12_000, 3000, [{ curve: [{ age: 0, weight: 1 }], age: 5, animals: 100 }])).toBe(4)
  })
  it('sum the needs of all batches at the silo', () => {
    const flat = { curve: [{ age: 0, weight: 1, dailyFeed: 0.1 }], age: 5, animals: 100 }
    // Today 10 kg each; the young ones eat 0.1 kg more every day.
    const young = { curve: [0, 40].map(age => ({ age, weight: 1, dailyFeed: 0.1 * age })), age: 1, animals: 100 }
    // 20 kg a day: alone the young batch would need 40, 60 and 80; with the flat one 30, 40 and 50.
    expect(daysToEmpty(120, 20, [young])).toBe(2.3)
    expect(daysToEmpty(120, 20, [flat, young])).toBe(3)
    expect(daysToEmpty(120, 20, [young, flat])).toBe(3)
    expect(daysToEmpty(120, 20, [flat, { ...young, animals: 0 }])).toBe(6)
    // A batch of the day of hatching eats nothing today, but soon.
    expect(daysToEmpty(120, 20, [flat, { ...young, age: 0 }])).toBe(2.3)
  })
  it('give each batch a share by its animals where a curve is unknown', () => {
    const young = { curve: [0, 40].map(age => ({ age, weight: 1, dailyFeed: 0.1 * age })), age: 1, animals: 100 }
    // 20 · (100 · 2 + 100) / 200 = 30, then 40 and 50.
    expect(daysToEmpty(120, 20, [young, { curve: null, age: 9, animals: 100 }])).toBe(3)
  })
  it('scale the weights when fewer than three days are known', () => {
    expect(baseUse([3100])).toBe(3100)
    expect(baseUse([3100, 2300])).toBeCloseTo((3100 * 0.5 + 2300 * 0.3) / 0.8, 9)
  })
  it('have a range by the greatest and the least use of seven days', () => {
    const uses = [3000, 2500, 2000, 2400, 2600, 2700, 2800, 9000]
    expect(emptyRange(12_000, uses, [])).toEqual({ earliest: 4, latest: 6 })
    expect(emptyRange(12_000, [], [])).toEqual({ earliest: NOT_COMPUTABLE, latest: NOT_COMPUTABLE })
  })
  it('give the day to order by', () => {
    expect(orderDay(20_000, { earliest: 4.7, latest: 6 }, 3)).toBe(20_001)
    expect(orderDay(20_000, { earliest: 1.2, latest: 6 }, 3)).toBe(19_998)
    expect(orderDay(20_000.9, { earliest: 1.2, latest: 6 }, 3)).toBe(19_999)
    expect(orderDay(20_000, { earliest: NOT_COMPUTABLE, latest: NOT_COMPUTABLE }, 3)).toBeNull()
  })
})

describe('the shares of a silo', () => {
  it('follow the expected feed', () => {
    expect(
      siloShares([
        { animals: 100, expectedFeed: 3 },
        { animals: 300, expectedFeed: 1 },
        { animals: 200, expectedFeed: 1 },
      ]),
    ).toEqual([0.375, 0.375, 0.25])
  })
  it('follow the animals if a curve is unknown', () => {
    expect(
      siloShares([
        { animals: 100, expectedFeed: null },
        { animals: 300, expectedFeed: 9 },
      ]),
    ).toEqual([0.25, 0.75])
  })
  it('are equal without animals', () => {
    expect(
      siloShares([
        { animals: 0, expectedFeed: 1 },
        { animals: 0, expectedFeed: 2 },
      ]),
    ).toEqual([0.5, 0.5])
  })
})

const measured = (open: number, rows: typeof broilerRows, source: 'siloKg' | 'counterKg' | null): MeasuredDay[] =>
  rows.map((row, index) => ({
    day: localDay(open) + index,
    from: open + index * DAY,
    to: open + (index + 1) * DAY,
    elapsed: 1,
    siloKg: source === 'siloKg' ? cell(row, 'feedKg') : null,
    counterKg: source === 'counterKg' ? cell(row, 'feedKg') : null,
    waterL: 'waterL' in row ? cell(row, 'waterL') : null,
  }))

const consumptionOf = (days: readonly MeasuredDay[], steps: readonly BalanceStep[], stockKg: number | null) =>
  dailyConsumption(dailyAmounts(days, steps, stockKg), steps)

describe('daily consumption', () => {
  const steps = balanceSteps(broilerMovements)

  it('gives feed per animal of every day of the broiler vector', () => {
    const days = consumptionOf(measured(broilerOpen, broilerRows, 'siloKg'), steps, null)
    expect(days.map(({ perAnimal }) => perAnimal.feed)).toEqual(broilerRows.map(row => cell(row, 'feedPerAnimal')))
    expect(days.every(({ source }) => source === 'SILO')).toBe(true)
    for (const day of days) expect(waterFeedRatio(day.waterL, day.feedKg)).toBe(1.8)
  })

  it('gives feed per animal of every day of the pig vector', () => {
    const days = consumptionOf(measured(pigOpen, pigRows, 'counterKg'), balanceSteps(pigMovements), null)
    // The vector rounds the feed of a day to 0.1 kg: 0.00025 kg of one pig of 220.
    for (const [index, day] of days.entries())
      expect(Math.abs(day.perAnimal.feed! - cell(pigRows[index], 'feedPerPig'))).toBeLessThan(0.0011)
    expect(days.every(({ source, perAnimal }) => source === 'FEED_COUNTER' && perAnimal.water === null)).toBe(true)
  })

  it('prefers the silo of a day to its feed counter', () => {
    const [day] = measured(broilerOpen, broilerRows.slice(0, 1), 'siloKg')
    expect(consumptionOf([{ ...day!, counterKg: 1 }], steps, 99)).toMatchObject([{ feedKg: 239.8, source: 'SILO' }])
    expect(consumptionOf([{ ...day!, siloKg: null, counterKg: 1 }], steps, 99)).toMatchObject([
      { feedKg: 1, source: 'FEED_COUNTER' },
    ])
  })

  it('spreads the consumption by stock when nothing was measured on any day', () => {
    const days = consumptionOf(measured(broilerOpen, broilerRows, null), steps, 83_041.5)
    expect(days.reduce((sum, { feedKg }) => sum + feedKg!, 0)).toBeCloseTo(83_041.5, 6)
    expect(new Set(days.map(({ source, perAnimal }) => `${source} ${perAnimal.feed}`))).toEqual(new Set(['STOCK 0.105']))
  })

  it('leaves a day open that was not measured while others were', () => {
    const days = measured(broilerOpen, broilerRows, 'siloKg').map((day, index) => (index === 3 ? { ...day, siloKg: null } : day))
    expect(consumptionOf(days, steps, 100)[3]).toMatchObject({
      feedKg: null,
      perAnimal: { feed: null, water: 0.043 },
      source: null,
    })
  })

  it('is −100 per animal without animals', () => {
    const after = { day: 0, from: broilerOpen - DAY, to: broilerOpen, elapsed: 1, siloKg: 5, counterKg: null, waterL: 5 }
    expect(consumptionOf([after], steps, null)).toMatchObject([
      { perAnimal: { feed: NOT_COMPUTABLE, water: NOT_COMPUTABLE }, feedKg: 5 },
    ])
  })

  it('differs by rounding from the curve in both vectors', () => {
    const broilers = consumptionOf(measured(broilerOpen, broilerRows, 'siloKg'), steps, null)
    const expected = expectedConsumption(broilers, ross, 1, birthDay(broilerMovements, localDay)!)
    for (const difference of consumptionDifference(broilers, expected)) {
      expect(Math.abs(difference.feedKg!)).toBeLessThan(0.06)
      expect(difference).toMatchObject({ perAnimal: { feed: 0, water: null }, waterL: null })
    }
    const totals = accumulatedConsumption(broilers, expected)
    for (const [index, total] of totals.entries()) {
      expect(total.feedKg).toBeCloseTo(cell(broilerRows[index], 'cumFeed'), 6)
      expect(total.waterL).toBeCloseTo(cell(broilerRows[index], 'cumWater'), 6)
    }
    expect(Math.abs(totals.at(-1)!.curveFeedKg! - 83_041.5)).toBeLessThan(1)
    expect(totals.at(-1)!.curveWaterL).toBeNull()
    const fattened = consumptionOf(measured(pigOpen, pigRows, 'siloKg'), balanceSteps(pigMovements), null)
    for (const difference of consumptionDifference(
      fattened,
      expectedConsumption(fattened, pigs, 7, birthDay(pigMovements, localDay)!),
    ))
      expect(Math.abs(difference.feedKg!)).toBeLessThan(0.06)
  })
})

describe('the running day', () => {
  const steps = [{ at: 0, balance: 1000 }]
  const curve = [
    { age: 0, weight: 1, dailyFeed: 0.1, dailyWater: 0.2 },
    { age: 9, weight: 1, dailyFeed: 0.1, dailyWater: 0.2 },
  ]
  const day = (index: number, elapsed: number): MeasuredDay => ({
    day: index,
    from: index * DAY,
    to: (index + elapsed) * DAY,
    elapsed,
    siloKg: 100 * elapsed,
    counterKg: null,
    waterL: 200 * elapsed,
  })
  const days = consumptionOf([day(0, 1), day(1, 0.25)], steps, null)
  const expected = expectedConsumption(days, curve, 1, 0)

  it('is compared with as much of the curve as of it is over', () => {
    expect(expected.map(({ feedKg, waterL }) => ({ feedKg, waterL }))).toEqual([
      { feedKg: 100, waterL: 200 },
      { feedKg: 25, waterL: 50 },
    ])
    expect(consumptionDifference(days, expected)[1]).toMatchObject({ feedKg: 0, waterL: 0, perAnimal: { feed: 0, water: 0 } })
  })
  it('adds as much to the running total of the curve', () => {
    expect(accumulatedConsumption(days, expected)[1]).toMatchObject({ feedKg: 125, curveFeedKg: 125 })
    expect(accumulatedPerAnimal(days, expected, 'feedKg')[1]).toEqual({ amount: 0.125, curveAmount: 0.125 })
  })
})

describe('totals per animal', () => {
  const day = (index: number, animals: number, feedKg: number | null) => ({
    day: index,
    elapsed: 1,
    animals,
    feedKg,
    waterL: null,
    perAnimal: { feed: null, water: null },
    source: null,
  })
  const expectedDay = (index: number, feedKg: number | null) => ({ day: index, feedKg, waterL: null })

  it('sums what each day gave a present animal, from the first animal on', () => {
    const days = [day(0, 0, 5), day(1, 100, 10), day(2, 50, null), day(3, 50, 20)]
    const totals = accumulatedPerAnimal(days, [], 'feedKg')
    expect(totals.map(({ amount }) => amount)).toEqual([null, 0.1, 0.1, 0.5])
    expect(totals.every(({ curveAmount }) => curveAmount === null)).toBe(true)
  })

  it('has no total before the first measured day', () => {
    const days = [day(0, 10, null), day(1, 10, 5), day(2, 10, null)]
    expect(accumulatedConsumption(days, []).map(({ feedKg }) => feedKg)).toEqual([null, 5, 5])
    expect(accumulatedConsumption(days, []).every(({ waterL }) => waterL === null)).toBe(true)
    expect(accumulatedPerAnimal(days, [], 'feedKg').map(({ amount }) => amount)).toEqual([null, 0.5, 0.5])
  })

  it('ends the curve with the first day on which it says nothing', () => {
    const days = [day(0, 10, 1), day(1, 10, 1), day(2, 10, 1)]
    const expected = [expectedDay(0, 2), expectedDay(1, null), expectedDay(2, 2)]
    expect(accumulatedPerAnimal(days, expected, 'feedKg').map(({ curveAmount }) => curveAmount)).toEqual([0.2, null, null])
  })
})

const feed = (at: number, kg: number, action: 'ENTRY' | 'EXIT' = 'ENTRY', pending = false, id = String(at)): FeedMovement => ({
  id,
  at,
  action,
  kg,
  pending,
})
const DELIVERIES = { 0: 8000, 11: 10_000, 18: 14_000, 24: 16_000, 30: 16_000, 35: 14_000, 38: 12_000 }

describe('the feed stock', () => {
  it('gives the consumption of the broiler vector', () => {
    const entries = Object.entries(DELIVERIES).map(([day, kg]) => feed(broilerOpen + Number(day) * DAY, kg))
    const exit = feed(broilerOpen + 42 * DAY, 6950, 'EXIT')
    const stock = replayStock([exit, ...entries])
    expect(stock).toEqual({ entriesKg: 90_000, exitsKg: 6950, stockKg: 83_050 })
    expect(stockConsumption(90_000, 6950, 8.5)).toBe(83_041.5)
    expect(stockConsumption(90_000, 6950, null)).toBeNull()
  })
  it('is never negative at any instant, reserved exits included', () => {
    expect(replayStock([feed(2, 100), feed(1, 50, 'EXIT')])).toEqual({ violation: { movementId: '1', at: 1, shortageKg: 50 } })
    const reserved = [feed(1, 100), feed(2, 60, 'EXIT', true), feed(3, 50, 'EXIT')]
    expect(replayStock(reserved)).toMatchObject({ violation: { movementId: '3', shortageKg: 10 } })
    expect(replayStock([feed(1, 100, 'ENTRY', true), feed(2, 1, 'EXIT')])).toMatchObject({ violation: { movementId: '2' } })
    expect(replayStock([feed(1, 40, 'EXIT', false, 'a'), feed(1, 40, 'ENTRY', false, 'b')])).toMatchObject({ stockKg: 0 })
  })
  it('tolerates the last bits of decimal sums', () => {
    expect(replayStock([feed(1, 0.1), feed(2, 0.2), feed(3, 0.3, 'EXIT')])).toHaveProperty('stockKg')
  })
  it('does not depend on the order in which movements are given', () => {
    const rows = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 5 }),
        kg: fc.integer({ min: 1, max: 9 }),
        exit: fc.boolean(),
        pending: fc.boolean(),
      }),
      { maxLength: 10 },
    )
    fc.assert(
      fc.property(rows, all => {
        const movements = all.map((row, index) => feed(row.at, row.kg, row.exit ? 'EXIT' : 'ENTRY', row.pending, String(index)))
        expect(replayStock(movements.toReversed())).toEqual(replayStock(movements))
      }),
    )
  })
})

describe('the mass balance', () => {
  const closing = { totalEntry: 20_000, feedEntriesKg: 90_000, feedExitsKg: 6950, feedConsumedKg: 83_041.5, feedLeftKg: 8.5 }
  it('explains everything in the vector', () => {
    expect(massBalance({ ...closing, balance: 0 })).toEqual({
      unexplainedAnimals: 0,
      unexplainedAnimalsShare: 0,
      unexplainedFeedKg: 0,
      unexplainedFeedShare: 0,
    })
  })
  it('tells what is missing', () => {
    expect(massBalance({ ...closing, balance: 70, feedConsumedKg: 82_000 })).toMatchObject({
      unexplainedAnimals: 70,
      unexplainedAnimalsShare: 0.35,
      unexplainedFeedKg: 1041.5,
      unexplainedFeedShare: 1.16,
    })
    expect(massBalance({ ...closing, balance: 0, feedLeftKg: null })).toMatchObject({
      unexplainedFeedKg: null,
      unexplainedFeedShare: NOT_COMPUTABLE,
    })
    expect(massBalance({ ...closing, balance: 0, feedEntriesKg: null })).toMatchObject({
      unexplainedFeedKg: null,
      unexplainedFeedShare: NOT_COMPUTABLE,
    })
  })
  it('flags a delivery that differs from the weighed one', () => {
    expect(deliveryDisagrees(7000, 6960, 15_000)).toBe(false)
    expect(deliveryDisagrees(7000, 6640, 15_000)).toBe(true)
    expect(deliveryDisagrees(12_000, 11_690, 15_000)).toBe(true)
  })
})

describe('the withdrawal period', () => {
  const open = broilerOpen
  const entry = (day: number, withdrawalDays = 0) => ({
    at: open + day * DAY + 8 * HOUR,
    medicated: withdrawalDays > 0,
    withdrawalDays,
  })
  const today = localDay(open)
  const entries = [entry(0), entry(10, 5), entry(15, 5), entry(20)]
  const refusal = (at: number) => withdrawalRefusal([{ until: at, entries }], at, localDay)

  it('counts whole days from the day after the one on which another feed arrives', () => {
    // Days 21 to 25 are the five of the period.
    expect(firstSaleDay(entries, open + 40 * DAY, localDay)).toBe(today + 26)
    expect(refusal(open + 26 * DAY - 1)).toBe(today + 26)
    expect(refusal(open + 26 * DAY)).toBeNull()
  })
  it('has not begun while the medicated feed is current', () => {
    expect(refusal(open + 18 * DAY)).toBe(today + 18 + 6)
  })
  it('is none for a medicated feed without withdrawal days', () => {
    const nil = { ...entry(10), medicated: true }
    expect(withdrawalRefusal([{ until: open + 12 * DAY, entries: [nil] }], open + 12 * DAY, localDay)).toBeNull()
  })
  it('is not ended by a transfer to a batch without medicated feed', () => {
    const histories = [
      { until: open + 18 * DAY, entries },
      { until: open + 22 * DAY, entries: [entry(1)] },
    ]
    expect(withdrawalRefusal(histories, open + 23 * DAY, localDay)).toBe(today + 18 + 6)
    expect(withdrawalRefusal(histories, open + 24 * DAY, localDay)).toBeNull()
    expect(withdrawalRefusal([], open, localDay)).toBeNull()
  })
  it('takes the medicated one of two feeds of one instant for the current one', () => {
    for (const same of [
      [entry(3), entry(3, 9)],
      [entry(3, 9), entry(3)],
    ])
      expect(firstSaleDay(same, open + 20 * DAY, localDay)).toBe(today + 30)
  })
  it('does not count feed that arrives after the sale', () => {
    expect(firstSaleDay(entries, open + 9 * DAY, localDay)).toBeNull()
  })
  it('ends with the latest of several medicated feeds', () => {
    const more = [entry(0, 28), entry(2, 3), entry(4)]
    expect(firstSaleDay(more, open + 40 * DAY, localDay)).toBe(today + 2 + 29)
  })
})
