import { sql } from 'kysely'
import { createBatchLoader, groupByPosition } from '../../platform/database/batchLoader.ts'

/** The last good reading of an interface, if it is newer than `since`; a boolean is 0 or 1 in `value`. */
export const goodReadingSince = createBatchLoader(
  async (work, all: readonly { readonly interfaceId: string; readonly since: Date }[]) => {
    const { rows } = await sql<{ at: number; value: number | null; text: string | null; ts: Date }>`
    select asked.at::int as at, value, text, ts
    from unnest(${all.map(asked => asked.interfaceId)}::bigint[], ${all.map(asked => asked.since)}::timestamptz[])
        with ordinality as asked (interface_id, since, at)
      join last_values last on last.interface_id = asked.interface_id and last.ts > asked.since and last.flags & 1 = 0`.execute(
      work.sql,
    )
    return groupByPosition(all, rows).map(([row]) => row)
  },
)
