import type { AgeUnit, CurvePoint } from '@steading/contract/production/curves'
import type { SpeciesCode } from '@steading/contract/production/species'
import { isPoultry, speciesRoot } from '@steading/contract/production/species'
import { birthDay } from '@steading/production/age'
import type { Curve } from '@steading/production/curve'
import type { LocalDaySpan } from '@steading/production/evolution'
import type { LocalDay } from '@steading/production/figures'
import { balanceSteps } from '@steading/production/replay'
import type { BalanceStep, Movement } from '@steading/production/replay'
import { countedWeighings, scaleDayWeight } from '@steading/production/weight'
import type { Weighing } from '@steading/production/weight'
import { curveOf } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { localDayIn, localDays, midnightOf } from '../platform/time/localDay.ts'
import { enteredWeighings, movementsOf, storedDays } from './batchFigures.sql.ts'

/** What every figure of a batch is computed from, besides the readings. */
export interface Books {
  readonly batch: BatchRow
  readonly localDay: LocalDay
  /** Epoch ms: the closing, or now. */
  readonly reference: number
  readonly movements: readonly Movement[]
  readonly weighings: readonly Weighing[]
  readonly steps: readonly BalanceStep[]
  readonly curve: Curve | null
  /** Null: without a curve. */
  readonly curveVersion: number | null
  readonly ageUnit: AgeUnit
  /** The mean birth day; null before the first entry. */
  readonly birth: number | null
}

export async function booksOf(work: UnitOfWork, batch: BatchRow): Promise<Books> {
  const localDay = localDayIn(batch.timeZone)
  const movements = await movementsOf(work, batch.id)
  const row = await curveOf(work, batch)
  const curve = row ? (row.details as CurvePoint[]) : null // safe: the contract checked them before they were stored
  const birth = birthDay(movements, localDay)
  return {
    batch,
    localDay,
    reference: referenceOf(work, batch),
    movements,
    weighings: await weighingsOf(work, { batch, curve, birth }),
    steps: balanceSteps(movements),
    curve,
    curveVersion: row?.version ?? null,
    ageUnit: row?.age_unit === 7 ? 7 : 1,
    birth,
  }
}

/** Entered weighings, and the days of the scales of the house, in the order of time; of several at one time the one that counts. */
export async function weighingsOf(
  work: UnitOfWork,
  { batch, curve, birth }: Pick<Books, 'batch' | 'curve' | 'birth'>,
): Promise<Weighing[]> {
  const scaled = (await storedDays(work, batch.id)).flatMap(({ day, scale }): Weighing[] =>
    scale === null
      ? []
      : [
          {
            at: midnightOf(batch.timeZone, day),
            average: scaleDayWeight(scale, curve, birth === null ? null : day - birth),
            method: 'SCALE',
          },
        ],
  )
  return countedWeighings(await enteredWeighings(work, batch.id), scaled)
}

/** Epoch ms: the closing of a batch, or now. */
export const referenceOf = ({ now }: Pick<UnitOfWork, 'now'>, { close_date: closeDate }: BatchRow): number =>
  (closeDate ?? now).getTime()

/**
 * The local days from the opening to the reference, whole; the running one ends now. A closing at midnight ends the day before.
 * At least one day.
 */
export function consumptionDays(
  { batch, localDay, reference }: Books,
  now: number,
): (LocalDaySpan & { readonly elapsed: number })[] {
  const first = localDay(batch.open_date.getTime())
  const last = Math.max(first, localDay(reference - 1))
  return localDays(batch.timeZone, first, last).map(span => {
    const to = Math.min(span.to, Math.max(span.from, now))
    return { ...span, to, elapsed: (to - span.from) / (span.to - span.from) }
  })
}

/** The local days from the opening to that of the reference. */
export const batchDays = ({ batch, localDay, reference }: Books): LocalDaySpan[] =>
  localDays(batch.timeZone, localDay(batch.open_date.getTime()), localDay(reference))

/** The age on a local day in whole days; null before the first entry. */
export const ageOn = ({ birth }: Pick<Books, 'birth'>, day: number): number | null =>
  birth === null ? null : Math.round(day - birth)

/** Root of the species, which decides the production index. */
export function indexRoot({ species }: BatchRow): 'POULTRY' | 'PIG' | 'OTHER' {
  const code = species as SpeciesCode // safe: the contract checked it before it was stored
  if (isPoultry(code)) return 'POULTRY'
  return speciesRoot(code) === 'PIG' ? 'PIG' : 'OTHER'
}

/** The local day of each instant; the instants ascend and lie within the days. */
export function daysOfInstants(times: readonly number[], spans: readonly LocalDaySpan[]): LocalDaySpan[] {
  let index = 0
  return times.map(at => {
    while (index < spans.length - 1 && at >= spans[index]!.to) index++
    return spans[index]!
  })
}
