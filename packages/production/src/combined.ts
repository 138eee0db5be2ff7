import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import { figure, quotient } from './figures.ts'

/** What closed batches contribute to figures over all of them. */
export interface CombinedBatch {
  /** Animals. */
  readonly entered: number
  readonly dead: number
  /** Exits other than deaths. */
  readonly left: number
  /** KPIs of the batch; NOT_COMPUTABLE where they are. */
  readonly averageDailyGain: number
  /** days */
  readonly stay: number
  /** kg of an animal that left. */
  readonly exitWeight: number
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

/** Gain of the animals that left over the days that they stayed, of the batches that have a daily gain; g. */
export function combinedDailyGain(batches: readonly CombinedBatch[]): number {
  const known = batches.filter(({ averageDailyGain }) => averageDailyGain !== NOT_COMPUTABLE)
  return figure(
    quotient(
      sum(known, ({ averageDailyGain, left, stay }) => averageDailyGain * left * stay),
      sum(known, ({ left, stay }) => left * stay),
    ),
    0,
  )
}

/** Weight of an animal that was sold or transferred, of the batches that have one; kg. Source: domain §5, exit weight. */
export function combinedExitWeight(batches: readonly CombinedBatch[]): number {
  const known = batches.filter(({ exitWeight }) => exitWeight !== NOT_COMPUTABLE)
  return figure(
    quotient(
      sum(known, ({ exitWeight, left }) => exitWeight * left),
      sum(known, ({ left }) => left),
    ),
    3,
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
