import { sql } from 'kysely'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'

/** The platform's own box as it stands in the tables; undefined while there is no root for it. */
export async function ownBox(work: UnitOfWork) {
  const { rows } = await sql<{ terminalId: string; interfaceId: number; entityId: string }>`
    select terminals.id as "terminalId", interfaces.id::int as "interfaceId", terminals.entity_id as "entityId"
    from terminals join interfaces on interfaces.terminal_id = terminals.id where terminals.is_internal`.execute(work.sql)
  return rows[0]
}

/** When people were last told of a stage past the outbox. */
export const toldAt = async (work: UnitOfWork, stage: string): Promise<Date | undefined> =>
  (await work.sql.selectFrom('heartbeat_notices').select('at').where('stage', '=', stage).executeTakeFirst())?.at

export const noteTold = (work: UnitOfWork, stage: string) =>
  work.sql
    .insertInto('heartbeat_notices')
    .values({ stage, at: work.now })
    .onConflict(conflict => conflict.column('stage').doUpdateSet({ at: work.now }))
    .execute()

/** These stages work: what was told of them longer ago than that is over. */
export const forgetTold = (work: UnitOfWork, stages: readonly string[], before: Date) =>
  work.sql
    .deleteFrom('heartbeat_notices')
    .where('stage', '=', sql<string>`any(${[...stages]}::text[])`)
    .where('at', '<', before)
    .execute()
