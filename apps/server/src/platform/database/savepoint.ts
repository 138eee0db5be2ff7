import { sql } from 'kysely'
import type { UnitOfWork } from './unitOfWork.ts'

/** Runs a step in a savepoint. Its failure rolls back this step alone; the rest of the transaction stays. */
export async function tryInSavepoint(
  work: UnitOfWork,
  act: () => Promise<unknown>,
  onFailure: (error: unknown) => unknown,
): Promise<void> {
  await sql`savepoint by_itself`.execute(work.sql)
  try {
    await act()
  } catch (error) {
    if (isTransient(error)) throw error
    await sql`rollback to savepoint by_itself`.execute(work.sql)
    await onFailure(error)
  }
  await sql`release savepoint by_itself`.execute(work.sql)
}

/** Outage, deadlock or serialization failure, by the class of the SQLSTATE: the whole transaction is to be retried. */
const isTransient = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(08|25|40|53|55|57|58)/.test(String(error.code))
