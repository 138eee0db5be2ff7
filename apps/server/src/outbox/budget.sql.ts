import { sql } from 'kysely'
import type { Work } from '../platform/database/work.ts'

export interface Payer {
  readonly id: string
  readonly name: string
  /** YYYY-MM-DD in its zone. */
  readonly day: string
}

/** Who pays for messages about a place: its enterprise; above enterprises the place itself. */
export async function payerOf(work: Work, entityId: string): Promise<Payer> {
  const { rows } = await sql<Payer>`
    select payer.id, payer.display_name as name, to_char(${work.now}::timestamptz at time zone payer.time_zone, 'YYYY-MM-DD') as day
    from entities place
      cross join lateral unnest(path_ids(place.path)) as up (id)
      join entities payer on payer.id = up.id and (payer.type = 'ENTERPRISE' or payer.id = place.id)
    where place.id = ${entityId}
    order by payer.type = 'ENTERPRISE' desc limit 1`.execute(work.sql)
  return rows[0]!
}

/** What is used of a day; it stays so until the transaction ends. */
export const dayOf = (work: Work, { id, day }: Payer) =>
  work.sql
    .insertInto('notification_days')
    .values({ enterprise_id: id, day: sql<Date>`${day}::date` })
    .onConflict(conflict =>
      conflict.columns(['enterprise_id', 'day']).doUpdateSet(eb => ({ used: eb.ref('notification_days.used') })),
    )
    .returning(['used', 'reserve'])
    .executeTakeFirstOrThrow()

export const spendOf = (work: Work, { id, day }: Payer, of: 'used' | 'reserve') =>
  work.sql
    .updateTable('notification_days')
    .set(eb => ({ [of]: eb(of, '+', 1) }))
    .where('enterprise_id', '=', id)
    .where('day', '=', sql<Date>`${day}::date`)
    .execute()
