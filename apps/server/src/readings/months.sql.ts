import type pg from 'pg'

const OCCUPIED = '23514'

/**
 * Adds a month (0 = January) to the partitioned tables; nothing changes when it is there. False when the default partition
 * holds readings of that month already: then it keeps the others too.
 */
export async function addMonth(pool: pg.Pool, year: number, month: number): Promise<boolean> {
  try {
    await pool.query('select add_month(make_date($1, $2, 1))', [year, month + 1])
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === OCCUPIED) return false
    throw error
  }
}
