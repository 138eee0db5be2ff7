import { DRILL_STAGES } from '@steading/contract/events/drills'
import type { DrillPreview, DrillStage } from '@steading/contract/events/drills'
import type { EntityType } from '@steading/contract/entities/entities'
import type { Devices } from '../devices/index.ts'
import { isEntityInReach } from '../entities/index.ts'
import type { Outbox } from '../outbox/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { created } from '../platform/database/fieldChanges.ts'
import { invalid, NotFound } from '../platform/failures.ts'
import { insertDrill, namesOf, refsOf, runningAt } from './drills.sql.ts'
import { housesAt, placeOf } from './houses.sql.ts'
import type { House } from './houses.sql.ts'
import { planOf } from './plan.ts'

/** ms that a box has to write down the doing, and the platform to store it. */
export const ANSWER_WITHIN = 60_000

export interface Neighbours {
  readonly devices: Pick<Devices, 'drillRefusal' | 'orderDrill'>
  readonly outbox: Pick<Outbox, 'notify' | 'preview' | 'confirm'>
}

/** The houses to drill at a farm or a house. @throws NotFound, Failed for any other place, and for a farm of which no house has a box */
async function houses(work: UnitOfWork, entityId: string): Promise<House[]> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  const { type } = await placeOf(work, entityId)
  if (type !== 'FARM' && type !== 'SECTOR') throw invalid('id', 'notDrilled')
  const found = await work.withSystemScope(systemWork => housesAt(systemWork, entityId))
  if (found.length === 0) throw invalid('id', 'noBox')
  return found
}

/** Begins a drill by hand wherever none is under way; answers those that it began. */
export async function beginByHand(work: UnitOfWork, entityId: string): Promise<string[]> {
  const ids: string[] = []
  const dueAt = new Date(work.now.getTime() + ANSWER_WITHIN)
  for (const house of await houses(work, entityId)) {
    const { plan } = await planOf(work, house.id)
    // Where one is under way nothing is changed, and there is nothing to tell of.
    await work.withSavepoint(async () => {
      const id = await insertDrill(work, { house, plan, plannedAt: null, dueAt })
      if (id === undefined) return false
      ids.push(id)
      const objectName = `${house.farmName} | ${house.name}`
      const changes = created({ house: objectName, terminal: house.boxName })
      await work.audit({ action: 'CREATE', objectType: 'drill', objectId: id, objectName, entityId: house.id, changes })
      return true
    })
  }
  return ids
}

/** What a drill there would do now. */
export async function preview(work: UnitOfWork, entityId: string, { devices, outbox }: Neighbours): Promise<DrillPreview> {
  const all = await houses(work, entityId)
  const ids = all.map(house => house.id)
  const refs = await refsOf(work, ids)
  const running = await runningAt(work, ids)
  return {
    houses: await Promise.all(
      all.map(async ({ id, terminalId, boxName }) => {
        // The box and the people may stand above what the caller sees.
        const [refusal, hearers] = await work.withSystemScope(async systemWork => [
          terminalId === null ? null : await devices.drillRefusal(systemWork, terminalId),
          await outbox.preview(systemWork, { kind: 'ON_DUTY', entityId: id }),
        ])
        const names = await namesOf(
          work,
          hearers.flatMap(({ to }) => to.userId ?? []),
        )
        const people = Map.groupBy(hearers, ({ to }) => names.get(to.userId ?? '') ?? '')
        const stages = new Set<DrillStage>([
          ...(terminalId === null ? (['NO_BOX'] as const) : []),
          ...(hearers.length === 0 ? (['NOBODY'] as const) : []),
          ...(refusal ? [refusal.stage] : []),
        ])
        const entity = refs.get(id)!
        return {
          entity: { ...entity, type: entity.type as EntityType }, // safe: the column's check
          boxName,
          stage: DRILL_STAGES.find(one => stages.has(one)) ?? null,
          isRunning: running.has(id),
          people: [...people].map(([name, person]) => ({ name, channels: person.map(({ channel }) => channel) })),
        }
      }),
    ),
  }
}
