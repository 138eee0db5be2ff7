import type { Range } from '@steading/contract/box'
import type pg from 'pg'

/** The stored numbers of an epoch as ranges, ascending. */
export async function storedRanges(pool: pg.Pool, terminalId: string, epoch: number): Promise<Range[]> {
  const { rows } = await pool.query<{ first: string; last: string }>(
    `select lower(range)::text as first, (upper(range) - 1)::text as last
     from sequences, unnest(stored) range where terminal_id = $1 and epoch = $2 order by lower(range)`,
    [terminalId, epoch],
  )
  return rows.map(({ first, last }) => [Number(first), Number(last)])
}
