import type { Drill, DrillDetails, DrillMessage, DrillPlan, DrillResult, DrillStage } from '@steading/contract/drills'
import type { Channel } from '@steading/contract/outbox'
import { seesPeople } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
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
  result: resultOf(row.state as DrillState), // safe: the column's check
  stage: row.stage as DrillStage | null, // safe: the column's check
  reason: row.reason,
  plannedUtc: row.planned_at?.toISOString() ?? null,
  by: row.by_name,
  startedUtc: row.created_at.toISOString(),
  endedUtc: row.ended_at?.toISOString() ?? null,
  told: row.told,
  confirmed: row.confirmed,
  timeZone: row.time_zone,
})

export async function presentDetails(work: Work, row: DrillRow): Promise<DrillDetails> {
  const knows = seesPeople(work.actor)
  const messages = (await messagesOf(work, row.id)).map((one): DrillMessage => ({
    notificationId: one.id,
    name: one.name,
    channel: one.channel as Channel, // safe: the column's check
    state: one.state as DrillMessage['state'], // safe: the column's check
    withheldFor: one.withheld_for as DrillMessage['withheldFor'], // safe: the column's check
    // A server's answer may name the address.
    lastError: knows || one.user_id === work.actor.id ? one.last_error : one.last_error && '…',
    sentUtc: one.sent_at?.toISOString() ?? null,
    confirmedUtc: one.acknowledged_at?.toISOString() ?? null,
  }))
  return {
    ...present(row),
    plan: row.plan as unknown as DrillPlan, // safe: only insertDrill writes it
    answeredUtc: row.answered_at?.toISOString() ?? null,
    receivedUtc: row.received_at?.toISOString() ?? null,
    boxUtc: row.box_at?.toISOString() ?? null,
    toldUtc: row.told_at?.toISOString() ?? null,
    messages,
  }
}
