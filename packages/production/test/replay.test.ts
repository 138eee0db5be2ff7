import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageAt, birthDay } from '../src/age.ts'
import { DAY } from '../src/figures.ts'
import { animalDays, animalsAt, balanceAt, balanceSteps, maxBalanceExceeded, meanAnimals, replay } from '../src/replay.ts'
import type { Movement } from '../src/replay.ts'
import { HOUR, localDay, midnight, movement } from './vectors.ts'

const OPEN = midnight('2026-04-06')

const movements: fc.Arbitrary<Movement[]> = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 20 }).map(hours => OPEN + hours * HOUR),
      actionType: fc.constantFrom('EXTERNAL_ENTRY', 'EXTERNAL_SALE', 'TRANSFER', 'DEATH'),
      entry: fc.boolean(),
      number: fc.integer({ min: 1, max: 30 }),
      weight: fc.constant(null),
      ageDays: fc.integer({ min: 0, max: 40 }),
      pending: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  .map(rows =>
    rows.map(({ entry, actionType, pending, ...row }, index) => ({
      ...row,
      id: String(index + 1),
      actionType,
      pending: actionType === 'TRANSFER' && pending,
      action: actionType === 'EXTERNAL_ENTRY' || (actionType === 'TRANSFER' && entry) ? 'ENTRY' : 'EXIT',
    })),
  )

describe('a replay', () => {
  it('does not depend on the order in which movements are given', () => {
    fc.assert(
      fc.property(
        movements.chain(rows => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        ([rows, shuffled]) => {
          expect(replay(shuffled, OPEN)).toEqual(replay(rows, OPEN))
          expect(balanceSteps(shuffled)).toEqual(balanceSteps(rows))
        },
      ),
    )
  })

  it('accepts a set only if its balance less the reserved animals is never negative', () => {
    let accepted = 0
    fc.assert(
      fc.property(movements, rows => {
        const reserved = rows.filter(row => !(row.action === 'ENTRY' && row.pending)).map(row => ({ ...row, pending: false }))
        const least = Math.min(0, ...balanceSteps(reserved).map(({ balance }) => balance))
        const result = replay(rows, OPEN)
        const isAccepted = 'totals' in result
        if (isAccepted) accepted++
        const isNegative = !isAccepted && result.violation.code === 'TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS'
        fc.pre(isAccepted || isNegative)
        expect(least < 0).toBe(isNegative)
      }),
      { numRuns: 500 },
    )
    expect(accepted).toBeGreaterThan(50)
  })

  it('takes entries before exits of the same instant', () => {
    const exit = movement(OPEN, 'DEATH', 5, null, { id: '1' })
    const entry = movement(OPEN, 'EXTERNAL_ENTRY', 5, 1, { id: '2' })
    expect(replay([exit, entry], OPEN)).toMatchObject({ totals: { balance: 0, totalEntry: 5, totalMortality: 5 } })
  })

  it('reports the later movement that an earlier exit makes impossible', () => {
    const entry = movement(OPEN, 'EXTERNAL_ENTRY', 10, 1)
    const sale = movement(OPEN + DAY, 'EXTERNAL_SALE', 8, 1)
    const death = movement(OPEN + HOUR, 'DEATH', 4, null)
    expect(replay([entry, sale, death], OPEN)).toEqual({
      violation: { code: 'TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS', movementId: sale.id, at: sale.at, shortage: 2 },
    })
  })

  it('reports the greater of two ids of the same instant, as numbers', () => {
    const entry = movement(OPEN, 'EXTERNAL_ENTRY', 10, 1)
    const sales = ['9', '10'].map(id => movement(OPEN + DAY, 'EXTERNAL_SALE', 6, 1, { id }))
    expect(replay([entry, ...sales], OPEN)).toMatchObject({ violation: { movementId: '10' } })
  })

  it('refuses what is before the opening', () => {
    expect(replay([movement(OPEN - 1, 'EXTERNAL_ENTRY', 10, 1)], OPEN)).toMatchObject({
      violation: { code: 'TRANSACTION_CANNOT_BE_BEFORE_BATCH_OPEN_DATE' },
    })
  })

  it('refuses an exit before the first entry', () => {
    const rows = [movement(OPEN, 'DEATH', 1, null), movement(OPEN + 1, 'EXTERNAL_ENTRY', 10, 1)]
    expect(replay(rows, OPEN)).toMatchObject({
      violation: { code: 'EXIT_TRANSACTION_CANNOT_BE_PERFORMED_BEFORE_FIRST_TRANSACTION', movementId: rows[0]!.id },
    })
  })

  it('gives no animals for a pending entry', () => {
    const entry = movement(OPEN, 'TRANSFER', 10, 1, { action: 'ENTRY', pending: true })
    expect(replay([entry], OPEN)).toMatchObject({ totals: { totalEntry: 0, balance: 0, totalExitPending: 0 } })
    expect(replay([entry, movement(OPEN + 1, 'DEATH', 1, null)], OPEN)).toMatchObject({
      violation: { code: 'TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS', shortage: 1 },
    })
  })
})

describe('the animals at an instant', () => {
  it('are present, less what is reserved and what leaves later', () => {
    const rows = [
      movement(OPEN, 'EXTERNAL_ENTRY', 100, 1),
      movement(OPEN, 'TRANSFER', 500, 1, { action: 'ENTRY', pending: true }),
      movement(OPEN + 2 * HOUR, 'EXTERNAL_SALE', 20, 1, { pending: true }),
      movement(OPEN + 4 * HOUR, 'EXTERNAL_ENTRY', 40, 1),
      movement(OPEN + 6 * HOUR, 'DEATH', 90, null),
    ]
    const at = (hours: number) => animalsAt(rows, OPEN + hours * HOUR)
    expect(at(-1)).toEqual({ present: 0, available: 0 })
    expect(at(1)).toEqual({ present: 100, available: 30 })
    expect(at(5)).toEqual({ present: 140, available: 30 })
    expect(at(6)).toEqual({ present: 50, available: 30 })
  })

  it('are available exactly as far as a replay accepts their exit', () => {
    let accepted = 0
    fc.assert(
      fc.property(movements, fc.integer({ min: 0, max: 20 }), (rows, hours) => {
        fc.pre('totals' in replay(rows, OPEN))
        const at = OPEN + hours * HOUR
        const { available } = animalsAt(rows, at)
        const isAccepted = (number: number) =>
          'totals' in replay([...rows, movement(at, 'DEATH', number, null, { id: '99' })], OPEN)
        expect(isAccepted(available + 1)).toBe(false)
        if (available === 0) return
        accepted++
        expect(isAccepted(available)).toBe(true)
      }),
      { numRuns: 500 },
    )
    expect(accepted).toBeGreaterThan(50)
  })
})

describe('the balance', () => {
  const steps = balanceSteps([movement(OPEN + 6 * HOUR, 'EXTERNAL_ENTRY', 100, 1), movement(OPEN + 12 * HOUR, 'DEATH', 20, null)])

  it('includes the movements of the instant itself', () => {
    expect([5, 6, 11, 12, 13].map(hours => balanceAt(steps, OPEN + hours * HOUR))).toEqual([0, 100, 100, 80, 80])
  })

  it('has a time-weighted mean over a day of 23 hours', () => {
    expect(meanAnimals(steps, OPEN, OPEN + 23 * HOUR)).toBeCloseTo((6 * 100 + 11 * 80) / 23, 9)
    expect(meanAnimals(steps, OPEN, OPEN)).toBe(0)
  })

  it('counts a local day of 23 or 25 hours as one animal-day an animal', () => {
    for (const hours of [23, 25]) {
      const localTime = (at: number) => (at - OPEN) / (hours * HOUR)
      expect(animalDays([{ at: OPEN, balance: 100 }], OPEN, OPEN + hours * HOUR, localTime)).toBeCloseTo(100, 9)
    }
  })

  it('sums the means of its local days, whatever their length', () => {
    const lengths = fc.array(fc.constantFrom(23, 24, 25), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(movements, lengths, (rows, hours) => {
        const starts = hours.map((_, index) => OPEN + hours.slice(0, index).reduce((sum, length) => sum + length, 0) * HOUR)
        const days = starts.map((from, index) => ({ from, to: from + hours[index]! * HOUR }))
        const localTime = (at: number) => {
          const day = Math.max(
            0,
            days.findLastIndex(({ from }) => at >= from),
          )
          return day + (at - days[day]!.from) / (days[day]!.to - days[day]!.from)
        }
        const all = balanceSteps(rows)
        const means = days.reduce((sum, { from, to }) => sum + meanAnimals(all, from, to), 0)
        expect(animalDays(all, OPEN, days.at(-1)!.to, localTime)).toBeCloseTo(means, 6)
      }),
    )
  })

  it('exceeds a limit at its first greater step, and never without a limit', () => {
    expect(maxBalanceExceeded(steps, 99)).toEqual({ at: OPEN + 6 * HOUR, balance: 100 })
    expect(maxBalanceExceeded(steps, 100)).toBeUndefined()
    expect(maxBalanceExceeded(steps, 0)).toBeUndefined()
  })
})

describe('the age', () => {
  it('is weighted by the animals of each entry', () => {
    const rows = [
      movement(OPEN, 'EXTERNAL_ENTRY', 300, 1, { ageDays: 70 }),
      movement(OPEN + 4 * DAY + 3 * HOUR, 'EXTERNAL_ENTRY', 100, 1, { ageDays: 70 }),
      movement(OPEN + 9 * DAY, 'EXTERNAL_ENTRY', 100, 1, { ageDays: 7, pending: true }),
      movement(OPEN + 5 * DAY, 'EXTERNAL_ENTRY', 50, 1),
    ]
    expect(birthDay(rows, localDay)).toBe(localDay(OPEN) - 69)
    expect(ageAt(rows, localDay, OPEN + 10 * DAY + HOUR)).toBe(79)
    expect(ageAt([], localDay, OPEN)).toBeNull()
  })
})
