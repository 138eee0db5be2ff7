import { expect, test } from 'vitest'
import { curveFigure, curveReference } from '../src/curves/curveReference.ts'
import type { FollowedCurve } from '../src/curves/curveReference.ts'

const curve = [
  { age: 0, weight: 0.044, tMin: 30, tMax: 34, co2Max: 3000 },
  { age: 4, weight: 0.124, tMin: 26, tMax: 30 },
]
const temperature: FollowedCurve = { curve, dayOne: 100, category: 'TEMPERATURE', isInGrams: false }
const midnightOf = (day: number) => day * 1000

test('takes the middle of the temperature band, from day to day', () => {
  expect(curveReference(temperature, { today: 100, most: 400, midnightOf })).toEqual([
    { from: 0, value: 32 },
    { from: 101_000, value: 31 },
    { from: 102_000, value: 30 },
    { from: 103_000, value: 29 },
    { from: 104_000, value: 28 },
  ])
})

test('keeps the last value after the last age of the curve', () => {
  const late = curveReference(temperature, { today: 900, most: 400, midnightOf })
  expect(late).toEqual([{ from: 104_000, value: 28 }])
  expect(curveFigure(temperature, 40)).toBe(28)
})

test('gives weights in the unit of the scale', () => {
  const scale = { curve, category: 'ANIMAL_SCALE' } as const
  expect(curveFigure({ ...scale, isInGrams: true }, 2)).toBe(84)
  expect(curveFigure({ ...scale, isInGrams: false }, 2)).toBe(0.08)
})

test('has no reference where the curve says nothing of the sensor', () => {
  expect(curveReference({ ...temperature, category: 'HUMIDITY' }, { today: 100, most: 400, midnightOf })).toEqual([])
  expect(curveReference({ ...temperature, category: 'LIGHT' }, { today: 100, most: 400, midnightOf })).toEqual([])
})

test('sends one entry where the value stays', () => {
  expect(curveReference({ ...temperature, category: 'CO2' }, { today: 103, most: 400, midnightOf })).toEqual([
    { from: 0, value: 3000 },
  ])
})

test('moves a bounded window on by half of itself', () => {
  const entries = (today: number) => curveReference(temperature, { today, most: 4, midnightOf }).map(({ from }) => from)
  expect(entries(100)).toEqual([0, 101_000, 102_000, 103_000])
  expect(entries(101)).toEqual(entries(100))
  expect(entries(102)).toEqual([102_000, 103_000, 104_000])
  expect(entries(103)).toEqual(entries(102))
})
