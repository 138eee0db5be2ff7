import type { Drill, DrillDetails, DrillMessage, DrillPlan, DrillResult } from '@steading/contract/events/drills'
import type { Channel } from '@steading/contract/events/outbox'
import { seesPeople } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { messagesOf } from './drills.sql.ts'
import type { DrillRow, DrillState } from './drills.sql.ts'

export const resultOf = (state: DrillState): DrillResult => (state === 'PASSED' || state === 'FAILED' ? state : 'RUNNING')

export const present = (row: DrillRow): Drill => ({
  id: row.id,
  entity: row.entity,
  farmName: row.farm_name,
  houseName: row.house_name,
  boxName: row.box_name,
  terminalId: row.terminal_id,
  result: resultOf(row.state),
  stage: row.stage,
  reason: row.reason,
  plannedUtc: row.planned_at?.toISOString() ?? null,
  by: row.started_by_name,
  startedUtc: row.created_at.toISOString(),
  endedUtc: row.ended_at?.toISOString() ?? null,
  told: row.told,
  confirmed: row.confirmed,
  timeZone: row.time_zone,
})

export async function presentDetails(work: UnitOfWork, row: DrillRow): Promise<DrillDetails> {
  const knows = seesPeople(work.actor)
  const messages = (await messagesOf(work, row.id)).map((message): DrillMessage => ({
    notificationId: message.id,
    name: message.name,
    channel: message.channel as Channel, // safe: the column's check
    state: message.state,
    withheldFor: message.suppression_reason,
    // A server's answer may name the address.
    lastError: knows || message.user_id === work.actor.id ? message.last_error : message.last_error && '…',
    sentUtc: message.sent_at?.toISOString() ?? null,
    confirmedUtc: message.acknowledged_at?.toISOString() ?? null,
  }))
  return {
    ...present(row),
    plan: row.plan as unknown as DrillPlan, // safe: only insertDrill writes it
    answeredUtc: row.answered_at?.toISOString() ?? null,
    receivedUtc: row.received_at?.toISOString() ?? null,
    boxUtc: row.box_at?.toISOString() ?? null,
    toldUtc: row.notified_at?.toISOString() ?? null,
    messages,
  }
}
