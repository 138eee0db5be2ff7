import { once } from '../platform/database/once.ts'
import type { Work } from '../platform/database/work.ts'
import { saidAbove, tellableOf } from './escalation.sql.ts'
import { onDuty } from './roster.ts'

/** Who is told at a step up the list of a place. */
export interface LadderStep {
  readonly userIds: readonly string[]
  /** s until the next one. */
  readonly delay: number
  /** There is no next one. */
  readonly last: boolean
}

/** The list and the roster that hold at a place: its own, or those of the nearest above that has some. */
export async function ladderOf(work: Work, entityId: string) {
  const said = await saidAbove(work, entityId)
  const steps = said.find(one => one.steps.length > 0) ?? null
  const shifts = said.find(one => one.shifts.length > 0) ?? null
  return { own: said[0], steps, shifts, timeZone: said[0]?.timeZone ?? 'UTC' }
}

/**
 * A step of the list of a place, its last one where it has fewer; null: there is no list, the people in charge are told level by
 * level. Steps that have nobody, since nobody is on duty or all are gone, are none; nor is a list of such steps alone.
 */
export async function stepAt(work: Work, entityId: string, step: number, at: Date): Promise<LadderStep | null> {
  const steps = await once(work, `ladder/${entityId}/${at.getTime()}`, () => peopledSteps(work, entityId, at))
  const place = Math.min(step, steps.length - 1)
  const found = steps[place]
  return found ? { ...found, last: place === steps.length - 1 } : null
}

async function peopledSteps(work: Work, entityId: string, at: Date) {
  const { steps, shifts, timeZone } = await ladderOf(work, entityId)
  const named = (steps?.steps ?? []).map(({ userIds, onDuty: withDuty, delay }) => {
    const duty = withDuty ? onDuty(shifts?.shifts ?? [], at, timeZone) : []
    return { userIds: [...new Set([...duty, ...userIds])], delay }
  })
  const there = new Set(await tellableOf(work, { entityId, ids: named.flatMap(one => one.userIds) }))
  return named.map(one => ({ ...one, userIds: one.userIds.filter(id => there.has(id)) })).filter(one => one.userIds.length > 0)
}
