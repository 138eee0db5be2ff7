import type { AnimalActionType, MovementAction } from '@steading/contract/production/animalMovements'
import type { DeathReasonRef } from '@steading/contract/production/deathReasons'
import { round } from '@steading/contract/round'
import { GROUP_LIMITS } from '@steading/production/weight'
import type { z } from 'zod'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { sumMovements, sumPending, sumSalesByWeight } from './animalMovements.sql.ts'
import type { MovementFilter } from './animalMovements.sql.ts'

/** Animals and kg of movements of one kind. */
interface MovementSum {
  readonly action: MovementAction
  readonly actionType: AnimalActionType
  readonly pending: boolean
  readonly deathReason: z.infer<typeof DeathReasonRef> | null
  readonly number: number
  readonly weight: number
}

const animalsOf = (sums: readonly MovementSum[]) => sums.reduce((total, { number }) => total + number, 0)

/** Sums by type and by cause of death, of effective movements. */
function aggregate(sums: readonly MovementSum[]) {
  const effective = sums.filter(({ pending }) => !pending)
  const byType = Map.groupBy(effective, ({ action, actionType }) => `${action} ${actionType}`)
  return {
    types: [...byType.values()].map(same => ({
      action: same[0]!.action,
      actionType: same[0]!.actionType,
      number: animalsOf(same),
      weight: round(
        same.reduce((total, { weight }) => total + weight, 0),
        3,
      ),
    })),
    deathReasons: effective
      .filter(({ actionType }) => actionType === 'DEATH')
      .map(({ deathReason, number }) => ({ deathReason, number }))
      .toSorted((a, b) => b.number - a.number),
  }
}

/** The groups of weights with what was sold in each. */
function weightGroups(sums: Awaited<ReturnType<typeof sumSalesByWeight>>) {
  const sold = new Map(sums.map(({ weightGroup, animals, weight }) => [weightGroup, { animals, weight: round(weight, 3) }]))
  return GROUP_LIMITS.slice(0, -1).map((from, group) => ({
    from,
    to: GROUP_LIMITS[group + 1]!, // safe: the last limit begins no group
    ...(sold.get(group) ?? { animals: 0, weight: 0 }),
  }))
}

/** The sums of the movements in reach that a filter leaves. */
export const animalSums = async (work: UnitOfWork, filter: MovementFilter) => ({
  ...aggregate(await sumMovements(work, filter)),
  pending: await sumPending(work, filter),
  weightGroups: weightGroups(await sumSalesByWeight(work, filter)),
})
