import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { World } from '../platform/world.ts'
import { messageKey } from './delivery/enqueue.ts'
import { createRenderer } from './messages/renderer.ts'
import { drillTemplate } from './messages/templates/drill.ts'
import type { DrillValues } from './messages/templates/drill.ts'
import { insertNotifications, newNotification, recipientColumns, subjectColumns } from './outbox.sql.ts'
import { peopleInCharge } from './recipients/peopleInCharge.ts'

interface PastDrill extends DrillValues {
  readonly entityId: string
  readonly sentAt: Date
  /** When the first recipient confirmed; null: nobody did. */
  readonly confirmedAt: Date | null
}

/** Demo data: e-mails of a past drill to the people in charge. */
export async function insertPastDrillMessages(
  work: UnitOfWork,
  world: Pick<World, 'config' | 'texts'>,
  { entityId, sentAt, confirmedAt, drillId, place }: PastDrill,
): Promise<{ readonly id: string; readonly userId: string | null }[]> {
  const renderer = createRenderer(world)
  const people = await peopleInCharge(work, { entityId })
  const rows = people.map((person, at) =>
    newNotification(work, {
      key: messageKey(`drill:${drillId}`, 'MAIL', person.email),
      ...subjectColumns({ type: 'DRILL', drillId }),
      entity_id: entityId,
      channel: 'MAIL',
      ...recipientColumns(person, person.email, person.language),
      ...renderer.text(drillTemplate, { drillId, place }, person, 'MAIL'),
      template: drillTemplate.name,
      template_values: { drillId, place },
      urgency: 'NORMAL',
      state: 'SENT',
      attempts: 1,
      due_at: sentAt,
      created_at: sentAt,
      sent_at: sentAt,
      acknowledged_at: at === 0 ? confirmedAt : null,
    }),
  )
  const ids = await insertNotifications(work, rows)
  return rows.map(row => ({ id: ids.get(row.key)!, userId: row.user_id })) // safe: a drill has its own keys
}
