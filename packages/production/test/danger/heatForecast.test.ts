import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heatForecast, outsideAt } from '../../src/danger/heatForecast.ts'
import type { HeatForecastInput } from '../../src/danger/heatForecast.ts'

const aDay = (least: number, greatest: number) => ({ weight: 2, isWeightEstimated: false, age: 35, least, greatest })
/** 19,000 broilers of 2 kg in 1300 m²; 150,000 m³/h is about 4 m³/h per kg. */
const aHouse = (given: Partial<HeatForecastInput> = {}): HeatForecastInput => ({
  species: 'BROILER',
  animals: 19_000,
  capacity: 150_000,
  area: 1300,
  limits: null,
  days: [aDay(15, 25), aDay(18, 30), aDay(21, 36)],
  ...given,
})

test('the temperature outside is greatest at 15:00 and least at 3:00', () => {
  expect(outsideAt(15, 20, 38)).toBeCloseTo(38)
  expect(outsideAt(3, 20, 38)).toBeCloseTo(20)
  expect(outsideAt(9, 20, 38)).toBeCloseTo(29)
})

describe('the first day that is too hot', () => {
  test('is named with its hour, the temperatures and the limit', () => {
    const forecast = heatForecast(aHouse())!
    expect(forecast).toMatchObject({ day: 2, outside: 36, limit: 33 })
    expect(forecast.hour).toBeGreaterThan(6)
    expect(forecast.hour).toBeLessThan(15)
    expect(forecast.inside).toBeGreaterThan(36)
    expect(forecast.inside).toBeLessThan(40)
    expect(forecast.low).toBeLessThan(forecast.inside)
    expect(forecast.high).toBeGreaterThan(forecast.inside)
  })

  test('balances the heat of the animals with the losses', () => {
    // 10.62·2^0.75 W a bird at 20 °C; at T: total 1000 − 20·(T − 20), sensible 0.61·total − 0.228·T² of a unit.
    const { inside } = heatForecast(aHouse())!
    const units = (19_000 * 10.62 * 2 ** 0.75) / 1000
    const sensible = 0.61 * (1000 + 20 * (20 - inside)) - 0.228 * inside ** 2
    const loss = 2200 + (1.2 * 1006 * 150_000) / 3600
    expect(units * sensible).toBeCloseTo(loss * (inside - 36), -3)
  })

  test('comes sooner with a limit that was set for the house', () => {
    expect(heatForecast(aHouse({ limits: { warning: 31, lethal: 34 } }))).toMatchObject({ day: 1, limit: 31 })
  })

  test('is later for chicks, which want it warmer', () => {
    const days = [{ ...aDay(20, 34), weight: 0.05, age: 0 }]
    expect(heatForecast(aHouse({ days }))).toBeNull()
    expect(heatForecast(aHouse({ days: [aDay(20, 34)] }))).toMatchObject({ day: 0 })
  })

  test('passes over days without a weight or a temperature', () => {
    const days = [{ ...aDay(21, 36), weight: null }, { ...aDay(21, 36), greatest: null }, aDay(21, 36)]
    expect(heatForecast(aHouse({ days }))).toMatchObject({ day: 2 })
  })
})

test('there is none without animals, ventilation or figures for the species', () => {
  expect(heatForecast(aHouse({ animals: 0 }))).toBeNull()
  expect(heatForecast(aHouse({ capacity: 0 }))).toBeNull()
  expect(heatForecast(aHouse({ species: 'RABBIT' as never }))).toBeNull()
})

test('more ventilation or a cooler day never brings the heat sooner', () => {
  fc.assert(
    fc.property(
      fc.record({
        capacity: fc.integer({ min: 20_000, max: 400_000 }),
        animals: fc.integer({ min: 100, max: 40_000 }),
        greatest: fc.integer({ min: 20, max: 44 }),
      }),
      ({ capacity, animals, greatest }) => {
        const at = (more: Partial<HeatForecastInput>, cooler = 0) =>
          heatForecast(aHouse({ capacity, animals, days: [aDay(15 - cooler, greatest - cooler)], ...more }))?.hour ?? Infinity
        expect(at({ capacity: capacity * 1.2 })).toBeGreaterThanOrEqual(at({}))
        expect(at({}, 1)).toBeGreaterThanOrEqual(at({}))
      },
    ),
  )
})
