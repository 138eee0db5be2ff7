import type { BatchForecast } from '@steading/contract/production/figures'
import { round } from '@steading/contract/round'
import { estimateGrowth, forecastSlaughter, forecastWeight } from '@steading/production/forecast'
import type { Growth, GrowthObservation } from '@steading/production/forecast'
import { quotient, sumOf } from '@steading/production/figures'
import { balanceAt, entriesOf } from '@steading/production/replay'
import { meanEntryDay } from '@steading/production/age'
import type { Curve } from '@steading/production/curve'
import type { Books } from './books.ts'
import { dateText } from './views.ts'

/** Days beyond today, or beyond the latest day of the target weight, that the forecast shows. */
const AHEAD = 7

const none: BatchForecast = { points: [], slaughter: null }

/** Growth ahead of an open batch that has animals and follows a curve. */
export function presentForecast(books: Books): BatchForecast {
  const { batch, curve, birth, steps, localDay, reference } = books
  if (batch.close_date !== null || !curve || birth === null || balanceAt(steps, reference) <= 0) return none
  const today = localDay(reference) - birth
  const growth = growthOf(books, curve, birth, today)
  if (!growth) return none
  const dayOf = (age: number | null) => (age === null ? null : dateText(Math.round(birth + age)))
  const target = batch.target_weight
  const slaughter = target === null ? null : forecastSlaughter(curve, growth, target)
  const end = Math.max(today, slaughter?.latest ?? (slaughter ? Infinity : today)) + AHEAD
  return {
    points: pointsOf(curve, growth, Math.min(end, curve.at(-1)?.age ?? 0), birth),
    slaughter:
      slaughter && target !== null
        ? {
            targetWeight: target,
            day: dayOf(slaughter.age),
            earliest: dayOf(slaughter.earliest),
            latest: dayOf(slaughter.latest),
          }
        : null,
  }
}

/** What entry and weighings say of the growth until today; null if the curve ends before the entry. */
function growthOf({ movements, weighings, localDay }: Books, curve: Curve, birth: number, today: number): Growth | null {
  const entries = entriesOf(movements)
  const entryDay = meanEntryDay(movements, localDay)
  if (entryDay === null) return null
  const weight = quotient(
    sumOf(entries, ({ weight: total }) => total),
    entries.reduce((sum, { number }) => sum + number, 0),
  )
  const observations = weighings.map(({ at, average, method }): GrowthObservation => ({
    age: localDay(at) - birth,
    weight: average,
    method,
  }))
  return estimateGrowth(curve, { age: entryDay - birth, weight }, observations, today)
}

/** The forecast at its first age and on each whole day of life until an age. */
function pointsOf(curve: Curve, growth: Growth, end: number, birth: number): BatchForecast['points'] {
  const ages = [growth.age]
  for (let age = Math.floor(growth.age) + 1; age <= end; age++) ages.push(age)
  return ages.flatMap(age => {
    const forecast = forecastWeight(curve, growth, age)
    if (!forecast) return []
    const { weight, low, high } = forecast
    return [
      {
        age: round(age, 2),
        day: dateText(Math.round(birth + age)),
        weight: round(weight, 3),
        low: round(low, 3),
        high: round(high, 3),
      },
    ]
  })
}
