import type { animalMovements } from '@steading/contract/production/animalMovements'
import { birthDay } from '@steading/production/age'
import { animalsAt, entriesOf, exitsOf, replay, totalsOf } from '@steading/production/replay'
import type { AnimalsAt, Movement, Violation } from '@steading/production/replay'
import type { z } from 'zod'
import { batchById, changeBatches, lockBatches, updateAnimalTotals } from '../batches/index.ts'
import type { AnimalTotals, Half } from '../batches/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Refused } from '../platform/failures.ts'
import { localDayIn } from '../platform/time/localDay.ts'
import type { World } from '../platform/world.ts'
import { halvesOf, movementById, movementsOfBatches } from './animalMovements.sql.ts'

/**
 * Replays all movements of the locked batches after a change, writes the totals of each, raises its revision and publishes
 * `batch.changed`. `changedIds`: the rows that were written.
 * @throws Refused for a change that a batch does not allow; the transaction is rolled back
 */
export async function settleBatches(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  halves: readonly Half[],
  changedIds: readonly string[],
): Promise<void> {
  const batches = halves.map(({ batch }) => batch)
  const movements = await movementsOfBatches(
    work,
    batches.map(({ id }) => id),
  )
  for (const batch of batches) {
    const own = movements.filter(({ batchId }) => batchId === batch.id)
    const result = replay(own, batch.open_date.getTime())
    if ('violation' in result) throw refusalOf(result.violation, changedIds)
    await updateAnimalTotals(work, batch.id, totalColumns(own, batch.timeZone))
  }
  await changeBatches(work, world, batches)
}

/** The animals of a batch at a time. @throws NotFound */
export async function balanceOf(
  work: UnitOfWork,
  { batchId, at, movementId }: z.output<typeof animalMovements.balance.query>,
): Promise<AnimalsAt> {
  orNotFound(await batchById(work, batchId))
  // Of a transfer either half may be named.
  const ignored = movementId === undefined ? [] : await halvesOf(work, orNotFound(await movementById(work, movementId)))
  const movements = await movementsOfBatches(work, [batchId])
  return animalsAt(
    movements.filter(({ id }) => !ignored.some(half => half.id === id)),
    Date.parse(at),
  )
}

/** Writes the totals of a batch from its movements again; its figures stay as fresh as they were. */
export async function recomputeTotals(work: UnitOfWork, batchId: string): Promise<void> {
  const [batch] = await lockBatches(work, [batchId])
  if (batch) await updateAnimalTotals(work, batchId, totalColumns(await movementsOfBatches(work, [batchId]), batch.timeZone))
}

/** An exit before the first entry is named as such if it is what was entered; one that stood there before now lacks animals. */
function refusalOf({ code, movementId }: Violation, changedIds: readonly string[]): Refused {
  if (code === 'EXIT_TRANSACTION_CANNOT_BE_PERFORMED_BEFORE_FIRST_TRANSACTION' && !changedIds.includes(movementId))
    return new Refused('TRANSACTION_WOULD_RESULT_IN_NEGATIVE_ANIMALS')
  return new Refused(code)
}

const totalWeight = (movements: readonly Movement[]) => movements.reduce((sum, { weight }) => sum + (weight ?? 0), 0)

/** The instant of the first or the last of movements; null without any. */
function instantOf(movements: readonly Movement[], choose: (...instants: number[]) => number): Date | null {
  return movements.length > 0 ? new Date(choose(...movements.map(({ at }) => at))) : null
}

/** Totals of a batch from all its movements; days are those of its house. */
function totalColumns(movements: readonly Movement[], timeZone: string): AnimalTotals {
  const { totalEntry, totalMortality, totalExit, totalExitPending } = totalsOf(movements)
  const entries = entriesOf(movements)
  return {
    total_entry: totalEntry,
    total_mortality: totalMortality,
    total_exit: totalExit,
    total_exit_pending: totalExitPending,
    entry_weight: totalWeight(entries),
    exit_weight: totalWeight(exitsOf(movements)),
    birth_day: birthDay(movements, localDayIn(timeZone)),
    first_entry_at: instantOf(entries, Math.min),
    last_movement_at: instantOf(
      movements.filter(({ pending }) => !pending),
      Math.max,
    ),
  }
}
