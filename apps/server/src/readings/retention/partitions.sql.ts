import type pg from 'pg'

/**
 * Creates the partition of a table that holds an instant (ms UTC), unless it exists. False when the default partition has rows
 * of that span: then it keeps the others, too.
 */
export async function addPartition(
  pool: pg.Pool,
  table: 'journal' | 'rollups_5m' | 'rollups_1h',
  instant: number,
): Promise<boolean> {
  const { rows } = await pool.query<{ added: boolean }>('select add_partition($1, $2) as added', [table, new Date(instant)])
  return rows[0]!.added
}
