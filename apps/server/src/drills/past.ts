import { PLAN_BY_DEFAULT } from '@steading/contract/drills'
import type { DrillStage } from '@steading/contract/drills'
import { DateTime } from 'luxon'
import { pastDrill } from '../outbox/index.ts'
import type { Work } from '../platform/database/work.ts'
import type { World } from '../platform/world.ts'
import { insertDrill, insertPeople, setDrill } from './drills.sql.ts'
import { housesAt } from './houses.sql.ts'

const SECOND = 1000
const MINUTE = 60_000
/** What became of the weeks before, the last one first, over and over: most went well. */
const WEEKS: readonly (DrillStage | null)[] = [null, null, 'NOT_CONFIRMED', null, null, null, 'NOT_CONNECTED', null]

/** Weekly drills of the past, for a demo: as the plan would have had them, for every house with a box. */
export async function pastDrills(work: Work, { texts }: Pick<World, 'texts'>, rootId: string, weeks: number): Promise<void> {
  const plan = PLAN_BY_DEFAULT
  const [hour, minute] = plan.at.split(':').map(Number)
  for (const [number, house] of (await housesAt(work, rootId)).entries())
    for (let week = weeks; week > 0; week--) {
      const there = DateTime.fromJSDate(work.now, { zone: house.timeZone }).minus({ weeks: week - 1 })
      const day = there.minus({ days: (there.weekday - 1 - plan.weekday + 7) % 7 })
      const at = day.set({ hour: hour!, minute: minute!, second: 0, millisecond: 0 }).toMillis()
      if (at > work.now.getTime() - 40 * MINUTE) continue
      const stage = WEEKS[(week + number) % WEEKS.length] ?? null
      const then: Work = { ...work, now: new Date(at) }
      const id = await insertDrill(then, { house, plan, plannedAt: new Date(at), dueAt: new Date(at) })
      if (id === undefined) continue
      const after = (ms: number) => new Date(at + ms)
      if (stage === 'NOT_CONNECTED') {
        await setDrill(work, id, { state: 'FAILED', stage, endedAt: after(2 * SECOND) })
        continue
      }
      const confirmedAt = stage === null ? after(3 * MINUTE + ((week * 37) % 240) * SECOND) : null
      const news = { drillId: id, entityId: house.id, place: `${house.farmName} | ${house.name}` }
      await insertPeople(work, id, await pastDrill(work, news, texts, { sentAt: after(4 * SECOND), confirmedAt }))
      await setDrill(work, id, {
        ...{ state: stage === null ? 'PASSED' : 'FAILED', ...(stage && { stage }) },
        ...{ answeredAt: after(SECOND), boxAt: after(SECOND), receivedAt: after(2 * SECOND), toldAt: after(2 * SECOND) },
        endedAt: confirmedAt ?? after(30 * MINUTE),
      })
    }
}
