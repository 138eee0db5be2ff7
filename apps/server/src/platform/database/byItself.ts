import { sql } from 'kysely'
import type { Work } from './work.ts'

/** Does it, or leaves it out as if it had not been tried: what is done beside it in the same transaction stays. */
export async function byItself(work: Work, act: () => Promise<unknown>, failed: (error: unknown) => unknown): Promise<void> {
  await sql`savepoint by_itself`.execute(work.sql)
  try {
    await act()
  } catch (error) {
    if (isTransient(error)) throw error
    await sql`rollback to savepoint by_itself`.execute(work.sql)
    await failed(error)
  }
  await sql`release savepoint by_itself`.execute(work.sql)
}

/** The database itself is in trouble, or two got in each other's way: the whole is tried again. By the classes of its codes. */
const isTransient = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(08|25|40|53|55|57|58)/.test(String(error.code))
