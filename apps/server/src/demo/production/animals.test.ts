import { describe, expect, test } from 'vitest'
import { demoBoxes } from '../farm.ts'
import { feedCodeAt, movementsOf, weighingsOf, weightAt } from './animals.ts'
import { REFERENCE } from './reference.ts'
import { barnBatchOf, staysOf } from './stays.ts'

const now = Date.parse('2026-11-26T07:00:00Z')
const houses = demoBoxes.flatMap(box => box.houses)
const stays = houses.flatMap(house => staysOf(house, now).map(stay => ({ house, stay })))
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('consumption of the reference batches equals deliveries within 10 kg', () => {
  for (const { feed, deliveries } of Object.values(REFERENCE)) {
    const left = sum(deliveries.map(({ weight }) => weight)) - sum(feed)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(left).toBeLessThan(10)
  }
  expect(sum(REFERENCE.broiler.feed)).toBeCloseTo(83_041.5, 3)
  expect(sum(REFERENCE.pig.feed)).toBeCloseTo(78_164.3, 3)
})

describe.each(stays.map(({ house, stay }) => [`${house.at} ${stay.close ? 'closed' : 'open'}`, house, stay] as const))(
  'of %s',
  (_, house, stay) => {
    const movements = movementsOf(house.kind, stay, 1, now)

    test('animals are never negative, and none remain after the end', () => {
      let animals = 0
      for (const { action, number } of movements) {
        expect(number).toBeGreaterThan(0)
        animals += action === 'ENTRY' ? number : -number
        expect(animals).toBeGreaterThanOrEqual(0)
      }
      expect(animals === 0).toBe(stay.close !== null)
    })

    test('no data lies outside of the batch or in the future', () => {
      const end = Math.min(now, stay.close?.toMillis() ?? now)
      for (const { at } of [...movements, ...weighingsOf(house.kind, stay, 1, now)]) {
        expect(at.getTime()).toBeGreaterThanOrEqual(stay.open.toMillis())
        expect(at.getTime()).toBeLessThanOrEqual(end)
      }
    })
  },
)

test('a reference batch ends twelve days before today', () => {
  const house = houses.find(({ at }) => at === 'GAV/h1')!
  expect(barnBatchOf(house, now)).toEqual({
    entryDate: '2026-10-03',
    exitDate: '2026-11-14',
    entryAge: 0,
    count: 20_000,
    sales: [{ age: 35, count: 5000 }],
  })
})

test('weights between the points of the curve lie on a line', () => {
  expect(weightAt(REFERENCE.pig, 73.5)).toBeCloseTo(33.2, 6)
  expect(weightAt(REFERENCE.pig, 200)).toBe(131)
  expect(weightAt(REFERENCE.broiler, 21)).toBe(1.012)
})

test('feed follows the age', () => {
  expect([0, 10, 11, 24, 25, 60].map(age => feedCodeAt('broiler', age))).toEqual(['BR-1', 'BR-1', 'BR-2', 'BR-2', 'BR-3', 'BR-3'])
})
