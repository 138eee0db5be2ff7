import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { figure, quotient } from './figures.ts'

/** What closed batches contribute to figures over all of them. */
export interface CombinedBatch {
  /** Animals. */
  readonly entered: number
  readonly dead: number
  /** Exits other than deaths. */
  readonly left: number
  readonly sold: number
  /** kg of the animals sold. */
  readonly soldWeight: number
  /** KPIs of the batch; NOT_COMPUTABLE where they are. */
  readonly averageDailyGain: number
  readonly feedConversion: number
  /** kg */
  readonly feed: number
  readonly gain: number
}

const sum = (batches: readonly CombinedBatch[], value: (batch: CombinedBatch) => number): number =>
  batches.reduce((total, batch) => total + value(batch), 0)

/** Deaths of 100 animals that entered, over all batches; %. */
export const combinedMortality = (batches: readonly CombinedBatch[]): number =>
  figure(
    quotient(
      100 * sum(batches, ({ dead }) => dead),
      sum(batches, ({ entered }) => entered),
    ),
    2,
  )

/** Mean daily gain of the batches that have one, weighted by the animals that left; g. */
export function combinedDailyGain(batches: readonly CombinedBatch[]): number {
  const known = batches.filter(({ averageDailyGain }) => averageDailyGain !== NOT_COMPUTABLE)
  const weighted = sum(known, ({ averageDailyGain, left }) => averageDailyGain * left)
  return figure(
    quotient(
      weighted,
      sum(known, ({ left }) => left),
    ),
    0,
  )
}

/** Feed of all batches over their gain, of those alone whose conversion is computable: others lack either. */
export function combinedConversion(batches: readonly CombinedBatch[]): number {
  const known = batches.filter(({ feedConversion }) => feedConversion !== NOT_COMPUTABLE)
  return figure(
    quotient(
      sum(known, ({ feed }) => feed),
      sum(known, ({ gain }) => gain),
    ),
    2,
  )
}

/** Weight of an animal sold, kg. */
export const combinedSaleWeight = (batches: readonly CombinedBatch[]): number =>
  figure(
    quotient(
      sum(batches, ({ soldWeight }) => soldWeight),
      sum(batches, ({ sold }) => sold),
    ),
    3,
  )
