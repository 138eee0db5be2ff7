import { once } from '../platform/database/once.ts'
import type { Work } from '../platform/database/work.ts'
import { saidAbove } from './escalation.sql.ts'
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

/** A step of the list of a place, its last one where it has fewer; null: there is no list, the people in charge are told level by level. */
export async function stepAt(work: Work, entityId: string, step: number, at: Date): Promise<LadderStep | null> {
  const { steps, shifts, timeZone } = await once(work, `ladder/${entityId}`, () => ladderOf(work, entityId))
  if (steps === null) return null
  const place = Math.min(step, steps.steps.length - 1)
  const { userIds, onDuty: withDuty, delay } = steps.steps[place]! // safe: a list has a step
  const duty = withDuty ? onDuty(shifts?.shifts ?? [], at, timeZone) : []
  return { userIds: [...new Set([...duty, ...userIds])], delay, last: place === steps.steps.length - 1 }
}
