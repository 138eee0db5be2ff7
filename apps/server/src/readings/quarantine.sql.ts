import type { Work } from '../platform/database/work.ts'

export interface Quarantined {
  readonly terminalId: string
  readonly topic: string
  readonly reason: string
  readonly payload: Uint8Array
  readonly receivedAt: number
}

/** The first bytes tell what it was. */
const KEPT_BYTES = 1024

export async function insertQuarantined(work: Work, { terminalId, topic, reason, payload, receivedAt }: Quarantined) {
  await work.sql
    .insertInto('quarantine')
    .columns(['terminal_id', 'uid', 'topic', 'reason', 'size', 'payload', 'received_at'])
    .expression(eb =>
      eb
        .selectFrom('terminals')
        .select(select => [
          'terminals.id',
          'terminals.uid',
          select.val(topic).as('topic'),
          select.val(reason.slice(0, 500)).as('reason'),
          select.val(payload.length).as('size'),
          select.val(Buffer.from(payload.subarray(0, KEPT_BYTES))).as('payload'),
          select.val(new Date(receivedAt)).as('received_at'),
        ])
        .where('terminals.id', '=', terminalId),
    )
    .execute()
}

export async function dropQuarantined(work: Work, before: Date) {
  await work.sql.deleteFrom('quarantine').where('received_at', '<', before).execute()
}
