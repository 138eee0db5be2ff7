import type { EntityBatches } from '@steading/contract/entities/analytics'
import { round } from '@steading/contract/round'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { localDayIn, midnightOf } from '../platform/time/localDay.ts'
import { animalsByDay } from './mortality.sql.ts'
import type { AnimalsOfDay } from './mortality.sql.ts'

type MortalityByDay = EntityBatches['mortalityByDay']
interface Days {
  readonly zone: string
  /** Local days since 1970-01-01, both included. */
  readonly first: number
  readonly last: number
}

/**
 * Deaths of each local day on which there were animals, and their share of them: of those at its start, or where more came, of those
 * at its end with the dead.
 */
export function mortalityCourse(rows: readonly Omit<AnimalsOfDay, 'entityId'>[], { zone, first, last }: Days): MortalityByDay {
  const byDay = new Map(rows.map(row => [row.day, row]))
  const course = { times: [] as number[], deaths: [] as number[], percents: [] as number[] }
  let present = byDay.get(null)?.change ?? 0
  for (let day = first; day <= last; day++) {
    const { change, deaths } = byDay.get(day) ?? { change: 0, deaths: 0 }
    const animals = Math.max(present, present + change + deaths)
    present += change
    if (animals <= 0) continue
    course.times.push(midnightOf(zone, day))
    course.deaths.push(deaths)
    course.percents.push(round((100 * deaths) / animals, 3))
  }
  return course
}

/** Mortality by day of several entities, each with what stands below it, up to today. */
export async function mortalityByDay(
  work: UnitOfWork,
  entityIds: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(entityId: string) => MortalityByDay> {
  const zone = work.actor.timeZone
  const dayOf = localDayIn(zone)
  const until = Math.min(to, work.now.getTime())
  const rows = await animalsByDay(work, entityIds, { zone, from: new Date(from), to: new Date(until) })
  const days = { zone, first: dayOf(from), last: dayOf(until - 1) }
  const byEntity = Map.groupBy(rows, row => row.entityId)
  return entityId => mortalityCourse(byEntity.get(entityId) ?? [], days)
}
