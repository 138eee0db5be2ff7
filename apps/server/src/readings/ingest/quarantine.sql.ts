import type { QuarantineReason } from '@steading/contract/devices/terminals'
import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

export interface Quarantined {
  readonly terminalId: string
  readonly topic: string
  readonly code: QuarantineReason
  /** Detail of the code, for a technician. */
  readonly reason: string
  readonly payload: Uint8Array
  readonly receivedAt: number
}

/** The first bytes tell what it was. */
const KEPT_BYTES = 1024

export async function insertQuarantined(work: UnitOfWork, { terminalId, topic, code, reason, payload, receivedAt }: Quarantined) {
  await work.sql
    .insertInto('quarantine')
    .columns(['terminal_id', 'uid', 'topic', 'code', 'reason', 'size', 'payload', 'received_at'])
    .expression(eb =>
      eb
        .selectFrom('terminals')
        .select(select => [
          'terminals.id',
          'terminals.uid',
          select.val(topic).as('topic'),
          select.val(code).as('code'),
          select.val(reason.slice(0, 500)).as('reason'),
          select.val(payload.length).as('size'),
          select.val(Buffer.from(payload.subarray(0, KEPT_BYTES))).as('payload'),
          select.val(new Date(receivedAt)).as('received_at'),
        ])
        .where('terminals.id', '=', terminalId),
    )
    .execute()
}

/** What was put aside of a terminal in reach. */
export const quarantinedOf = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .selectFrom('quarantine')
    .innerJoin('terminals', 'terminals.id', 'quarantine.terminal_id')
    .where(inScope(work, 'terminals.entity_id'))
    .where('terminals.id', '=', terminalId)
    .select([
      'quarantine.id',
      'quarantine.received_at as receivedAt',
      'quarantine.topic',
      'quarantine.code',
      'quarantine.reason',
      'quarantine.size',
      'quarantine.payload',
    ])
export type QuarantinedRow = Awaited<ReturnType<ReturnType<typeof quarantinedOf>['executeTakeFirstOrThrow']>>

export async function dropQuarantined(work: UnitOfWork, before: Date) {
  await work.sql.deleteFrom('quarantine').where('received_at', '<', before).execute()
}
