import { CATEGORIES } from '@steading/contract/devices/categories'
import { sql } from 'kysely'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

const COUNTERS = Object.values(CATEGORIES)
  .filter(({ kind }) => kind === 'COUNTER')
  .map(({ id }) => id)

/** Inserts the base of a terminal's registers once its box runs the desired configuration. Answers whether any base changed. */
export async function insertRegisterBases(work: UnitOfWork, terminalId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into register_bases (interface_id, since, base, is_booked)
    select fresh.id, ${work.now}, fresh.base, latest.base is null
    from (select interfaces.id, register_base(interfaces.id) as base
      from interfaces left join terminal_links link on link.terminal_id = interfaces.terminal_id
      where interfaces.terminal_id = ${terminalId} and interfaces.deleted_at is null
        and interfaces.category = any(${COUNTERS}::text[])
        and coalesce(link.desired_rev, 0) <= coalesce(link.reported_rev, 0)) fresh
    left join lateral (select base from register_bases where interface_id = fresh.id order by since desc limit 1) latest on true
    where latest.base is distinct from fresh.base
    on conflict (interface_id, since) do update set base = excluded.base`.execute(work.sql)
  return numAffectedRows > 0n
}

/** Takes the changes of base that rollups do not know yet, and marks them as known. */
export async function takeUnbookedBases(
  work: UnitOfWork,
): Promise<readonly { readonly interfaceId: number; readonly since: number }[]> {
  const { rows } = await sql<{ interface_id: string; since: Date }>`
    update register_bases set is_booked = true where not is_booked returning interface_id, since`.execute(work.sql)
  return rows.map(({ interface_id, since }) => ({ interfaceId: Number(interface_id), since: since.getTime() }))
}
