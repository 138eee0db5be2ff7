import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** The open claim of a box, locked: of many that come at once, one is first. */
export const claimByUid = (work: Work, uid: string) =>
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

/** Opens a claim; one that was open before ends. */
export const writeClaim = (work: Work, terminalId: string, key: Buffer, expiresAt: Date) => {
  const fresh = { key, tries: 0, created_at: work.now, expires_at: expiresAt, answered_at: null }
  return work.sql
    .insertInto('claims')
    .values({ terminal_id: terminalId, ...fresh })
    .onConflict(conflict => conflict.column('terminal_id').doUpdateSet(fresh))
    .execute()
}

export const countTry = (work: Work, terminalId: string) =>
  work.sql
    .updateTable('claims')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('terminal_id', '=', terminalId)
    .execute()

export const answerClaim = (work: Work, terminalId: string) =>
  work.sql.updateTable('claims').set({ answered_at: work.now }).where('terminal_id', '=', terminalId).execute()

export const deleteAnsweredClaim = (work: Work, terminalId: string) =>
  work.sql.deleteFrom('claims').where('terminal_id', '=', terminalId).where('answered_at', 'is not', null).execute()

export const deleteClaim = (work: Work, terminalId: string) =>
  work.sql.deleteFrom('claims').where('terminal_id', '=', terminalId).execute()
