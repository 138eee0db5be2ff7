import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Password slots of a box by uid; a retired terminal has none. */
export const credentialSlots = (work: UnitOfWork, uid: string) =>
  work.sql
    .selectFrom('terminal_credentials as credential')
    .innerJoin('terminals', 'terminals.id', 'credential.terminal_id')
    .where(inScope(work, 'terminals.entity_id'))
    .where('terminals.uid', '=', uid)
    .where('terminals.retired_at', 'is', null)
    .select([
      'terminals.id as terminalId',
      'terminals.entity_id as entityId',
      'terminals.display_name as displayName',
      'terminals.box',
      'credential.slot',
      'credential.secret_hash as secretHash',
      'credential.used_at as usedAt',
    ])
    .execute()

/** Marks the first use of a slot. False if a concurrent login was first or the slot is deleted. */
export const markSlotUsed = async (work: UnitOfWork, terminalId: string, slot: number) => {
  const row = await work.sql
    .updateTable('terminal_credentials')
    .set({ used_at: work.now })
    .where('terminal_id', '=', terminalId)
    .where('slot', '=', slot)
    .where('used_at', 'is', null)
    .returning('slot')
    .executeTakeFirst()
  return row !== undefined
}

export const deleteOtherSlot = (work: UnitOfWork, terminalId: string, slot: number) =>
  work.sql.deleteFrom('terminal_credentials').where('terminal_id', '=', terminalId).where('slot', '<>', slot).execute()

export const deleteCredentials = (work: UnitOfWork, terminalId: string) =>
  work.sql.deleteFrom('terminal_credentials').where('terminal_id', '=', terminalId).execute()

/** The slot of the last login. Row lock: serialises concurrent password rotations. */
export const slotInUse = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .selectFrom('terminal_credentials')
    .select('slot')
    .where('terminal_id', '=', terminalId)
    .where('used_at', 'is not', null)
    .orderBy('used_at', 'desc')
    .forUpdate()
    .executeTakeFirst()

export const upsertSlot = (work: UnitOfWork, terminalId: string, slot: number, secretHash: Buffer) =>
  work.sql
    .insertInto('terminal_credentials')
    .values({ terminal_id: terminalId, slot, secret_hash: secretHash, created_at: work.now })
    .onConflict(conflict =>
      conflict.columns(['terminal_id', 'slot']).doUpdateSet({ secret_hash: secretHash, created_at: work.now, used_at: null }),
    )
    .execute()

/** Uids of all boxes in service that have a password. */
export const credentialHolders = async (work: UnitOfWork): Promise<ReadonlySet<string>> => {
  const rows = await work.sql
    .selectFrom('terminal_credentials as credential')
    .innerJoin('terminals', 'terminals.id', 'credential.terminal_id')
    .where('terminals.retired_at', 'is', null)
    .select('terminals.uid')
    .distinct()
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}
