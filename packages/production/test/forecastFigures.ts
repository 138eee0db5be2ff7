import { estimateGrowth, forecastSlaughter, forecastWeight } from '../src/forecast.ts'
import { simulateBatch } from './simulation.ts'
import { ross } from './vectors.ts'

export const ENTRY = { age: 0, weight: 0.044 }
export const SLAUGHTER_AGE = 35
/** kg */
const TARGET = 2.2
/** Ages at which slaughter is forecast. */
export const FORECAST_AGES = [14, 21, 28] as const
const BATCHES = Array.from({ length: 40 }, (_, index) => simulateBatch(index + 1))

const share = (values: readonly boolean[]) => values.filter(Boolean).length / values.length
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Age at which a simulated batch reaches the target. */
function targetAge(weights: readonly number[]): number {
  const after = weights.findIndex(weight => weight >= TARGET)
  const [low, high] = [weights[after - 1]!, weights[after]!]
  return after - 1 + (TARGET - low) / (high - low)
}

/** Forecasts of 40 simulated batches at an age beside what became of them. */
export function forecastFigures(age: number) {
  const growths = BATCHES.map(({ observations }) => estimateGrowth(ross, ENTRY, observations, age)!)
  const weights = growths.map(growth => forecastWeight(ross, growth, SLAUGHTER_AGE)!)
  const dates = growths.map(growth => forecastSlaughter(ross, growth, TARGET))
  const truths = BATCHES.map(batch => ({ weight: batch.weights[SLAUGHTER_AGE]!, age: targetAge(batch.weights) }))
  const usual = ross[SLAUGHTER_AGE]!.weight
  return {
    weight: {
      /** Share of the batches inside the band, and its mean width as a share of the forecast. */
      inside: share(weights.map(({ low, high }, index) => truths[index]!.weight >= low && truths[index]!.weight <= high)),
      width: mean(weights.map(({ weight, low, high }) => (high - low) / weight)),
      /** Mean deviations of the forecast and of the curve. */
      error: mean(weights.map(({ weight }, index) => Math.abs(weight / truths[index]!.weight - 1))),
      curveError: mean(truths.map(({ weight }) => Math.abs(usual / weight - 1))),
    },
    date: {
      inside: share(dates.map(({ earliest, latest }, index) => truths[index]!.age >= earliest! && truths[index]!.age <= latest!)),
      /** Mean width of the band, days. */
      width: mean(dates.map(({ earliest, latest }) => latest! - earliest!)),
    },
  }
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`

/** The figures of the forecast in words: how many batches its 80 % bands hold, and how wide they are. */
export const forecastLines = (): string[] =>
  FORECAST_AGES.map(age => {
    const { weight, date } = forecastFigures(age)
    return (
      `at age ${age} the 80 % band of the weight at ${SLAUGHTER_AGE} holds ${percent(weight.inside)} (goal 75 %), ` +
      `${percent(weight.width)} wide, error ${percent(weight.error)} (curve ${percent(weight.curveError)}); ` +
      `of the date of ${TARGET} kg ${percent(date.inside)}, ${date.width.toFixed(1)} days wide`
    )
  })
