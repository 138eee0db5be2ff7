// Instants are written as texts; nothing asks a clock.
/* oxlint-disable no-restricted-globals */
import { expect, test } from 'vitest'
import { bucketsOfCounter, energyCost, sumCosts } from './energyCost.ts'
import { tariffExamples } from './tariffExamples.ts'
import { tariffSpans } from './tariffPeriods.ts'
import { offsetOfZone } from './zoneOffset.sample.ts'

const MINUTE = 60_000
const period = (displayName: string, value: number) => ({ startTime: '', endTime: '', displayName, value })
const spans = [
  { from: 0, to: 10 * MINUTE, period: period('P1', 0.2) },
  { from: 10 * MINUTE, to: 20 * MINUTE, period: null },
  { from: 20 * MINUTE, to: 30 * MINUTE, period: period('P6', 0.1) },
]
const bucket = (minute: number, kWh: number) => ({ at: minute * MINUTE, kWh })

test('a bucket has the price at its start', () =>
  expect(energyCost([bucket(0, 1), bucket(5, 2), bucket(20, 4), bucket(25, 1)], spans)).toEqual({
    periods: [
      { displayName: 'P1', value: 0.2, kWh: 3, cost: 0.6 },
      { displayName: 'P6', value: 0.1, kWh: 5, cost: 0.5 },
    ],
    cost: 1.1,
    kWh: 8,
    unpricedKWh: 0,
  }))

test('energy without a period is counted and has no cost', () => {
  const cost = energyCost([bucket(-5, 1), bucket(10, 2), bucket(20, 3), bucket(30, 4)], spans)
  expect(cost.periods).toEqual([
    { displayName: 'P6', value: 0.1, kWh: 3, cost: 0.3 },
    { displayName: null, value: null, kWh: 7, cost: null },
  ])
  expect(cost).toMatchObject({ cost: 0.3, kWh: 10, unpricedKWh: 7 })
  expect(energyCost([bucket(10, 2)], spans).cost).toBeNull()
  expect(energyCost([], spans)).toEqual({ periods: [], cost: null, kWh: 0, unpricedKWh: 0 })
})

test('one name with two prices has two lines', () => {
  const changed = [spans[0]!, { ...spans[2]!, period: period('P1', 0.3) }]
  expect(energyCost([bucket(0, 1), bucket(20, 1)], changed).periods.map(({ value }) => value)).toEqual([0.3, 0.2])
})

test('cents are added exactly', () => {
  const tenCents = energyCost([bucket(0, 0.5)], spans)
  expect(sumCosts([tenCents, tenCents, tenCents])).toMatchObject({ cost: 0.3, periods: [{ cost: 0.3, kWh: 1.5 }] })
})

test('cumulative readings are split at the edge of a period', () => {
  // 6 kWh in half an hour: 1 kWh in each bucket.
  const buckets = bucketsOfCounter([
    { at: 0, value: 100 },
    { at: 30 * MINUTE, value: 106 },
  ])
  expect(buckets.map(({ at, kWh }) => [at / MINUTE, Number(kWh.toFixed(6))])).toEqual([0, 5, 10, 15, 20, 25].map(at => [at, 1]))
  expect(energyCost(buckets, spans)).toMatchObject({ cost: 0.6, unpricedKWh: 2 })
})

test('a counter that falls has begun again at 0', () => {
  const readings = [0, 5, 10].map((minute, index) => ({ at: minute * MINUTE, value: [998, 1000, 3][index]! }))
  expect(bucketsOfCounter(readings)).toEqual([bucket(0, 2), bucket(5, 3)])
})

test('a day of constant power in Lisbon costs the hours of its periods', () => {
  const from = Date.parse('2026-01-15T00:00:00Z')
  const buckets = Array.from({ length: 288 }, (_, index) => ({ at: from + index * 5 * MINUTE, kWh: 1 / 12 }))
  const day = tariffSpans(tariffExamples.PT_WEEKLY, from, from + 1440 * MINUTE, offsetOfZone('Europe/Lisbon'))
  const hours = energyCost(buckets, day).periods.map(({ displayName, kWh }) => [displayName, Number(kWh.toFixed(6))])
  expect(hours).toEqual([
    ['PONTA', 5],
    ['CHEIAS', 12],
    ['VAZIO', 7],
  ])
  // 5 × 0.2287 + 12 × 0.1645 + 7 × 0.1089, each rounded to the cent.
  expect(energyCost(buckets, day).cost).toBe(3.87)
})
