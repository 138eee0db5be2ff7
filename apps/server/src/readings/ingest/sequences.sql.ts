import type { Range } from '@steading/contract/box/messages'
import type pg from 'pg'

export interface StoredRanges {
  /** Items and gaps, ascending. */
  readonly stored: readonly Range[]
  /** Those of `coverage` that were only declared missing. */
  readonly gaps: readonly Range[]
}

/** The settled numbers of an epoch. */
export async function storedRanges(pool: pg.Pool, terminalId: string, epoch: number): Promise<StoredRanges> {
  const { rows } = await pool.query<{ first: string; last: string; gap: boolean }>(
    `select lower(range)::text as first, (upper(range) - 1)::text as last, gap from sequences,
       lateral (select unnest(stored) range, false gap union all select unnest(gaps), true) as one
     where terminal_id = $1 and epoch = $2 order by lower(range)`,
    [terminalId, epoch],
  )
  const of = (gap: boolean) => rows.filter(row => row.gap === gap).map(({ first, last }): Range => [Number(first), Number(last)])
  return { stored: of(false), gaps: of(true) }
}
