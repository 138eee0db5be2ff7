import { memoizePerTransaction } from '../platform/database/memoizePerTransaction.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { passedLevelsOf, responsibleLevels, settingsAbove, tellableOf } from './escalation.sql.ts'
import { onDuty } from './roster.ts'
import { ON_DUTY, reachAt } from './run.ts'
import type { Level, Reach } from './run.ts'

/** The list and the roster that hold at a place: its own, or those of the nearest above that has some. */
export async function ladderOf(work: UnitOfWork, entityId: string) {
  const settings = await settingsAbove(work, entityId)
  const steps = settings.find(one => one.steps.length > 0) ?? null
  const shifts = settings.find(one => one.shifts.length > 0) ?? null
  return { own: settings[0], steps, shifts, timeZone: settings[0]?.timeZone ?? 'UTC' }
}

/** Of a place, and of the run of an event there; without one, of a run that begins now. */
export interface StepOfRun {
  readonly entityId: string
  readonly eventId?: string | null | undefined
  readonly step: number
}

/**
 * Whom a step of an escalation run notifies: by the list that holds at the place, else the people in charge level by level. With
 * the scope of the system: recipients may stand above whoever reports, opens or looks at an event.
 */
export function reachOf(work: UnitOfWork, { entityId, eventId = null, step }: StepOfRun): Promise<Reach> {
  return work.withSystemScope(async systemWork => {
    const levels = await memoizePerTransaction(systemWork, `levels/${entityId}`, () => levelsOf(systemWork, entityId))
    return reachAt(levels, eventId === null ? [] : await passedLevelsOf(systemWork, eventId), step)
  })
}

/** A list that has nobody to notify is none. */
async function levelsOf(work: UnitOfWork, entityId: string): Promise<readonly Level[]> {
  const listed = await listedLevels(work, entityId)
  return listed.some(({ userIds }) => userIds.length > 0) ? listed : responsibleLevels(work, entityId)
}

async function listedLevels(work: UnitOfWork, entityId: string): Promise<Level[]> {
  const { steps, shifts, timeZone } = await ladderOf(work, entityId)
  const named = (steps?.steps ?? []).map(({ userIds, onDuty: withDuty, delay, dangerShare }) => {
    const duty = withDuty ? onDuty(shifts?.shifts ?? [], work.now, timeZone) : []
    return {
      members: [...(withDuty ? [ON_DUTY] : []), ...userIds],
      userIds: [...new Set([...duty, ...userIds])],
      delay,
      dangerShare,
    }
  })
  const there = new Set(await tellableOf(work, { entityId, ids: named.flatMap(one => one.userIds) }))
  return named.map(one => ({ ...one, userIds: one.userIds.filter(id => there.has(id)) }))
}
