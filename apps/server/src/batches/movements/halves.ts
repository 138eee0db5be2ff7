import type { MovementAction } from '@steading/contract/production/animalMovements'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { invalid, Refused } from '../../platform/failures.ts'
import { lockBatches } from '../batches.sql.ts'
import type { BatchRow } from '../batches.sql.ts'

/**
 * One row of a movement and its locked batch. A movement has one half, a transfer two: the exit of one batch and the entry of
 * another. Halves are written, changed and deleted together, in one transaction.
 */
export interface Half {
  readonly batch: BatchRow
  readonly action: MovementAction
}

/** A movement as a caller enters it. */
export interface RequestedMovement<ActionType extends string> {
  readonly batchId: string
  readonly action: MovementAction
  readonly actionType: ActionType | 'TRANSFER'
  readonly inverseBatchId?: string | undefined
}

/** The action of the other half of a transfer. */
const inverseOf = (action: MovementAction): MovementAction => (action === 'ENTRY' ? 'EXIT' : 'ENTRY')

const exitFirst = (a: Half, b: Half) => Number(a.action === 'ENTRY') - Number(b.action === 'ENTRY')

/**
 * Locks the batches of a new movement until the transaction ends, ordered by id, and answers its halves, the exit first.
 * `pairs`: the types that each action has.
 * @throws Refused ACTION_TYPE_NOT_FOUND for an action and a type that are no pair; Failed at `inverseBatchId`; Refused
 * PRODUCTION_BATCH_NOT_FOUND for a batch out of reach; ORIGIN_BATCH_CLOSED or DESTINATION_BATCH_CLOSED
 */
export async function lockRequestedHalves<ActionType extends string>(
  work: UnitOfWork,
  pairs: Readonly<Record<MovementAction, readonly string[]>>,
  { batchId, action, actionType, inverseBatchId }: RequestedMovement<ActionType>,
): Promise<Half[]> {
  if (!pairs[action].includes(actionType)) throw new Refused('ACTION_TYPE_NOT_FOUND')
  if (actionType === 'TRANSFER') {
    if (inverseBatchId === undefined) throw invalid('inverseBatchId', 'required')
    if (inverseBatchId === batchId) throw invalid('inverseBatchId', 'sameBatch')
  } else if (inverseBatchId !== undefined) throw invalid('inverseBatchId', 'leaveEmpty')
  const requested = [{ batchId, action }]
  if (inverseBatchId !== undefined) requested.push({ batchId: inverseBatchId, action: inverseOf(action) })
  return lockOpenHalves(work, requested)
}

/** A row of a movement as it is stored. */
interface StoredHalf {
  readonly batch_id: string
  readonly action: MovementAction
  readonly transfer_id: string | null
}

/**
 * Locks the batches of a stored movement, whose rows in scope are given, and answers its halves, the exit first. The
 * caller reads the rows again: another transaction may have changed them before the lock.
 * @throws Refused PRODUCTION_BATCH_NOT_FOUND for a transfer whose other batch is out of reach; ORIGIN_BATCH_CLOSED or
 * DESTINATION_BATCH_CLOSED
 */
export async function lockStoredHalves(work: UnitOfWork, rows: readonly StoredHalf[]): Promise<Half[]> {
  if (!isWhole(rows)) throw new Refused('PRODUCTION_BATCH_NOT_FOUND')
  return lockOpenHalves(
    work,
    rows.map(({ batch_id: batchId, action }) => ({ batchId, action })),
  )
}

/** Are all rows of a movement there: both halves of a transfer? */
const isWhole = (rows: readonly StoredHalf[]): boolean => rows.length === (rows[0]?.transfer_id == null ? 1 : 2)

async function lockOpenHalves(
  work: UnitOfWork,
  requested: readonly { readonly batchId: string; readonly action: MovementAction }[],
): Promise<Half[]> {
  const locked = await lockBatches(
    work,
    requested.map(({ batchId }) => batchId),
  )
  const halves = requested.map(({ batchId, action }): Half => {
    const batch = locked.find(({ id }) => id === batchId)
    if (!batch) throw new Refused('PRODUCTION_BATCH_NOT_FOUND')
    return { batch, action }
  })
  for (const { batch, action } of halves)
    if (batch.close_date !== null) throw new Refused(action === 'EXIT' ? 'ORIGIN_BATCH_CLOSED' : 'DESTINATION_BATCH_CLOSED')
  return halves.toSorted(exitFirst)
}
