import { expect, test } from 'vitest'
import { activityAt, comfortAt, feedAt, heatOf, massAt, sensibleHeat, totalHeat } from './animals.ts'
import { species } from './data/index.ts'
import { linear, stepwise } from './curve.ts'

test('curves: straight lines or steps between points, end values outside', () => {
  const curve = { at: [0, 10, 20], value: [1, 2, 4] }
  expect([-5, 0, 5, 10, 15, 20, 99].map(x => linear(curve, x))).toEqual([1, 1, 1.5, 2, 3, 4, 4])
  expect([-5, 0, 9.9, 10, 19, 20, 99].map(x => stepwise(curve, x))).toEqual([1, 1, 1, 2, 2, 4, 4])
})

test('mass stays two percent behind the breeder', () => {
  expect(massAt(species.broiler, 21)).toBeCloseTo(0.992, 3)
  expect(massAt(species.broiler, 21.5)).toBeCloseTo(0.98 * 1.052, 6)
  expect(massAt(species.pig, 105)).toBeCloseTo(57.918, 6)
})

test('feed of a day of life, and of a pig’s week', () => {
  expect([0, 0.9, 1, 20.5, 41.9, 60].map(age => feedAt(species.broiler, age))).toEqual([0.012, 0.012, 0.016, 0.105, 0.207, 0.207])
  expect([70, 76.9, 77, 160.9].map(age => feedAt(species.pig, age))).toEqual([1.44, 1.44, 1.6, 3.18])
})

test('comfort: broilers by day of life, pigs by mass', () => {
  expect([0, 3, 6, 13, 20, 40].map(age => comfortAt(species.broiler, age, 1))).toEqual([32, 30.5, 29, 25, 22, 18])
  expect([20, 25, 37.5, 80, 130].map(mass => comfortAt(species.pig, 100, mass))).toEqual([24, 24, 22.5, 19, 18])
})

test('total heat falls as it gets warmer, and less of it is sensible', () => {
  expect(heatOf('broiler', 2)).toBeCloseTo(17.861, 3)
  expect(heatOf('pig', 60)).toBeCloseTo(181.47, 2)
  expect(totalHeat(20, 22)).toBe(960)
  expect(totalHeat(20, 90)).toBe(0)
  expect(sensibleHeat('broiler', 960, 22)).toBeCloseTo(475.25, 2)
  expect(sensibleHeat('pig', 1000, 20)).toBeCloseTo(612.64, 2)
  expect(sensibleHeat('broiler', 400, 50)).toBe(0)
})

test('activity averages 1 over a day and peaks in the afternoon', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => activityAt(hour))
  expect(hours.reduce((sum, value) => sum + value, 0) / 24).toBeCloseTo(1, 12)
  expect(activityAt(14)).toBeCloseTo(1.12, 12)
})
