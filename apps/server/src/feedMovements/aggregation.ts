import type { MovementAction } from '@steading/contract/production/animalMovements'
import type { FeedTypeRef } from '@steading/contract/production/feedMovements'
import { round } from '@steading/contract/round'
import type { z } from 'zod'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { sumMovements, sumPending } from './feedMovements.sql.ts'
import type { MovementFilter } from './feedMovements.sql.ts'

/** kg of movements of one type of feed, action and status. */
interface MovementSum {
  readonly action: MovementAction
  readonly pending: boolean
  readonly feedType: z.infer<typeof FeedTypeRef> | null
  readonly movements: number
  readonly weight: number
}

const kgOf = (sums: readonly MovementSum[]) =>
  round(
    sums.reduce((total, { weight }) => total + weight, 0),
    3,
  )
const movementsOf = (sums: readonly MovementSum[]) => sums.reduce((total, { movements }) => total + movements, 0)
const withAction = (sums: readonly MovementSum[], movementAction: MovementAction) =>
  sums.filter(({ action }) => action === movementAction)

/** Sums by type of feed, of effective movements. */
function aggregate(sums: readonly MovementSum[]) {
  const effective = sums.filter(({ pending }) => !pending)
  const byType = Map.groupBy(effective, ({ feedType }) => feedType?.id)
  return {
    feedTypes: [...byType.values()].map(same => ({
      feedType: same[0]!.feedType,
      entered: kgOf(withAction(same, 'ENTRY')),
      left: kgOf(withAction(same, 'EXIT')),
      movements: movementsOf(same),
    })),
    entered: kgOf(withAction(effective, 'ENTRY')),
    left: kgOf(withAction(effective, 'EXIT')),
  }
}

/** The sums of the movements in reach that a filter leaves. */
export const feedSums = async (work: UnitOfWork, filter: MovementFilter) => ({
  ...aggregate(await sumMovements(work, filter)),
  pending: round(await sumPending(work, filter), 3),
})
