import { PLAN_BY_DEFAULT } from '@steading/contract/events/drills'
import type { DrillStage } from '@steading/contract/events/drills'
import { DateTime } from 'luxon'
import { housesAt, insertPeople } from '../drills/index.ts'
import { insertPastDrillMessages } from '../outbox/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { World } from '../platform/world.ts'
import { insertPastDrill } from './history.sql.ts'

const SECOND = 1000
const MINUTE = 60_000
/** Outcomes of the past weeks, the last week first, repeated; null: passed. */
const OUTCOMES: readonly (DrillStage | null)[] = [null, null, 'NOT_CONFIRMED', null, null, null, 'NOT_CONNECTED', null]

/** Inserts the drills that the default plan would have run in the last weeks, for every house with a box. */
export async function insertPastDrills(
  work: UnitOfWork,
  world: Pick<World, 'config' | 'texts'>,
  rootId: string,
  weeks: number,
): Promise<void> {
  const plan = PLAN_BY_DEFAULT
  const [hour, minute] = plan.at.split(':').map(Number)
  for (const [number, house] of (await housesAt(work, rootId)).entries())
    for (let week = weeks; week > 0; week--) {
      const now = DateTime.fromJSDate(work.now, { zone: house.timeZone }).minus({ weeks: week - 1 })
      const day = now.minus({ days: (now.weekday - 1 - plan.weekday + 7) % 7 })
      const at = day.set({ hour: hour!, minute: minute!, second: 0, millisecond: 0 }).toMillis()
      if (at > work.now.getTime() - 40 * MINUTE) continue
      const stage = OUTCOMES[(week + number) % OUTCOMES.length] ?? null
      const after = (ms: number) => new Date(at + ms)
      const drill = { house, plan, stage, startedAt: new Date(at) }
      if (stage === 'NOT_CONNECTED') {
        await insertPastDrill(work, { ...drill, progress: null, endedAt: after(2 * SECOND) })
        continue
      }
      const confirmedAt = stage === null ? after(3 * MINUTE + ((week * 37) % 240) * SECOND) : null
      const drillId = await insertPastDrill(work, {
        ...drill,
        progress: { answeredAt: after(SECOND), receivedAt: after(2 * SECOND) },
        endedAt: confirmedAt ?? after(30 * MINUTE),
      })
      if (drillId === undefined) continue
      const messages = await insertPastDrillMessages(work, world, {
        drillId,
        entityId: house.id,
        place: `${house.farmName} | ${house.name}`,
        sentAt: after(4 * SECOND),
        confirmedAt,
      })
      await insertPeople(work, drillId, messages)
    }
}
