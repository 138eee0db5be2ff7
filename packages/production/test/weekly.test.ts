import { describe, expect, it } from 'vitest'
import type { DayConsumption } from '../src/consumption.ts'
import type { EvolutionDay } from '../src/evolution.ts'
import { DAY } from '../src/figures.ts'
import type { Movement } from '../src/replay.ts'
import { weeklyFigures } from '../src/weekly.ts'

const localDay = (at: number) => Math.floor(at / DAY)
const first = 100

const dayOf = (index: number, feedKg: number | null, waterL: number | null = null): DayConsumption => ({
  day: first + index,
  elapsed: 1,
  animals: 100,
  feedKg,
  waterL,
  perAnimal: { feed: null, water: null },
  source: null,
})
const pointOf = (index: number, more: Partial<EvolutionDay> = {}): EvolutionDay => ({
  day: first + index,
  age: index,
  weight: null,
  curveWeight: index / 10,
  balance: 100 - index,
  ...more,
})
let ids = 0
const movement = (index: number, more: Partial<Movement>): Movement => ({
  id: String(++ids),
  at: (first + index) * DAY + DAY / 2,
  action: 'EXIT',
  actionType: 'DEATH',
  number: 1,
  weight: null,
  ageDays: null,
  pending: false,
  ...more,
})
const entry = movement(0, { action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', number: 200 })

describe('the figures of a week', () => {
  const days = Array.from({ length: 10 }, (_, index) => dayOf(index, 10, 20))
  const points = days.map((_, index) => pointOf(index, index === 2 || index === 5 ? { weight: index } : {}))

  it('cover days 1 to 7, and the rest in a shorter last week', () => {
    const weeks = weeklyFigures(days, points, [entry], localDay)
    expect(weeks.map(({ week, from, to, age, animals }) => ({ week, from, to, age, animals }))).toEqual([
      { week: 1, from: 100, to: 106, age: 6, animals: 94 },
      { week: 2, from: 107, to: 109, age: 9, animals: 91 },
    ])
  })
  it('sum feed and water, and divide them by animal-days', () => {
    const [whole, rest] = weeklyFigures(days, points, [entry], localDay)
    expect(whole).toMatchObject({ feedKg: 70, waterL: 140, feedPerAnimalDay: 0.1, waterFeedRatio: 2 })
    expect(rest).toMatchObject({ feedKg: 30, waterL: 60, feedPerAnimalDay: 0.1 })
  })
  it('leave days without a measurement out of the sum and of the animal-days', () => {
    const [week] = weeklyFigures([dayOf(0, 10), dayOf(1, null), dayOf(2, 30)], points, [entry], localDay)
    expect(week).toMatchObject({ feedKg: 40, waterL: null, feedPerAnimalDay: 0.2, waterFeedRatio: -100 })
    expect(weeklyFigures([dayOf(0, null)], points, [entry], localDay)[0]).toMatchObject({ feedKg: null, feedPerAnimalDay: null })
  })
  it('count the running day as far as it is over', () => {
    const running = { ...dayOf(1, 5), elapsed: 0.5 }
    expect(weeklyFigures([dayOf(0, 10), running], points, [entry], localDay)[0]).toMatchObject({ feedPerAnimalDay: 0.1 })
  })
  it('take the last weighing of the week and the curve of that day, without one that of the last day', () => {
    const weeks = weeklyFigures(days, points, [entry], localDay)
    expect(weeks.map(({ weight, curveWeight }) => ({ weight, curveWeight }))).toEqual([
      { weight: 5, curveWeight: 0.5 },
      { weight: null, curveWeight: 0.9 },
    ])
  })
  it('count deaths of the week, and mortality since the opening', () => {
    const deaths = [movement(1, { number: 3 }), movement(8, { number: 1 }), movement(9, { number: 5, pending: true })]
    const weeks = weeklyFigures(days, points, [entry, ...deaths, movement(3, { actionType: 'EXTERNAL_SALE' })], localDay)
    expect(weeks.map(({ deaths: dead, mortality }) => ({ dead, mortality }))).toEqual([
      { dead: 3, mortality: 1.5 },
      { dead: 1, mortality: 2 },
    ])
  })
  it('count a death at the midnight of the closing in the last week', () => {
    const late = movement(10, { at: (first + 10) * DAY, number: 4 })
    expect(weeklyFigures(days, points, [entry, late], localDay).map(({ deaths }) => deaths)).toEqual([0, 4])
  })
  it('have no mortality before the first entry', () =>
    expect(weeklyFigures(days, points, [], localDay)[0]).toMatchObject({ mortality: -100 }))
  it('are none of a batch without days', () => expect(weeklyFigures([], [], [], localDay)).toEqual([]))
})
