import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** The open claim of a box. Row lock: concurrent claims are handled one after another. */
export const claimByUid = (work: UnitOfWork, uid: string) =>
  work.sql
    .selectFrom('claims')
    .innerJoin('terminals', 'terminals.id', 'claims.terminal_id')
    .where(inScope(work, 'terminals.entity_id'))
    .where('terminals.uid', '=', uid)
    .where('terminals.retired_at', 'is', null)
    .select([
      'terminals.id as terminalId',
      'terminals.entity_id as entityId',
      'terminals.display_name as displayName',
      'claims.key',
      'claims.tries',
      'claims.expires_at as expiresAt',
      'claims.answered_at as answeredAt',
    ])
    .forUpdate('claims')
    .executeTakeFirst()

/** Upserts the claim of a terminal; replaces an open one.  */
export const upsertClaim = (work: UnitOfWork, terminalId: string, key: Buffer, expiresAt: Date) => {
  const values = { key, tries: 0, created_at: work.now, expires_at: expiresAt, answered_at: null }
  return work.sql
    .insertInto('claims')
    .values({ terminal_id: terminalId, ...values })
    .onConflict(conflict => conflict.column('terminal_id').doUpdateSet(values))
    .execute()
}

export const countAttempt = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .updateTable('claims')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('terminal_id', '=', terminalId)
    .execute()

export const markClaimAnswered = (work: UnitOfWork, terminalId: string) =>
  work.sql.updateTable('claims').set({ answered_at: work.now }).where('terminal_id', '=', terminalId).execute()

export const deleteAnsweredClaim = (work: UnitOfWork, terminalId: string) =>
  work.sql.deleteFrom('claims').where('terminal_id', '=', terminalId).where('answered_at', 'is not', null).execute()

export const deleteClaim = (work: UnitOfWork, terminalId: string) =>
  work.sql.deleteFrom('claims').where('terminal_id', '=', terminalId).execute()
