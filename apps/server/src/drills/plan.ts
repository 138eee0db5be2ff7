import { PLAN_BY_DEFAULT } from '@steading/contract/drills'
import type { DrillPlan, PlanOf } from '@steading/contract/drills'
import { DateTime } from 'luxon'
import { isEntityInReach } from '../entities/index.ts'
import type { Work } from '../platform/database/work.ts'
import { differences } from '../platform/differences.ts'
import { NotFound, VersionConflict } from '../platform/failures.ts'
import { placeOf, plansAbove, setPlan } from './houses.sql.ts'

/** The plan that holds at an entity. @throws NotFound */
export async function planOf(work: Work, entityId: string): Promise<PlanOf> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  // It may come from above what the caller sees.
  const [said, { timeZone }] = await work.beyond(async whole => [
    await plansAbove(whole, entityId),
    await placeOf(whole, entityId),
  ])
  const [nearest] = said
  const own = nearest?.id === entityId ? nearest : null
  const plan = nearest ? planIn(nearest) : PLAN_BY_DEFAULT
  return {
    plan,
    own: own && planIn(own),
    planOf: nearest ? { id: nearest.id, displayName: nearest.displayName } : null,
    timeZone,
    nextUtc: plan.isOn ? next(plan, work.now, timeZone).toISOString() : null,
    version: own?.version ?? 0,
  }
}

/** @throws NotFound, VersionConflict */
export async function editPlan(work: Work, entityId: string, plan: DrillPlan | null, version: number): Promise<PlanOf> {
  const before = await planOf(work, entityId)
  if (before.version !== version) throw new VersionConflict()
  const changes = differences(told(before.own), told(plan))
  if (changes.length > 0) {
    if (!(await setPlan(work, entityId, plan, version))) throw new VersionConflict()
    const { displayName } = await placeOf(work, entityId)
    await work.audit({ action: 'UPDATE', objectType: 'drill', objectId: null, objectName: displayName, entityId, changes })
  }
  return planOf(work, entityId)
}

/** As the trace tells of a plan; null: it was taken from above. */
const told = (plan: DrillPlan | null) => ({
  isOn: plan?.isOn ?? null,
  weekday: plan?.weekday ?? null,
  at: plan?.at ?? null,
})
const planIn = ({ isOn, weekday, at }: DrillPlan): DrillPlan => ({ isOn, weekday, at })

/** The next time by the clock on the wall: an hour that is left out begins with the first instant after it. */
export function next({ weekday, at }: DrillPlan, after: Date, timeZone: string): Date {
  const there = DateTime.fromJSDate(after, { zone: timeZone })
  const [hour, minute] = [Number(at.slice(0, 2)), Number(at.slice(3))]
  for (let days = (weekday - (there.weekday - 1) + 7) % 7; ; days += 7) {
    const day = there.plus({ days })
    const due = DateTime.fromObject({ year: day.year, month: day.month, day: day.day, hour, minute }, { zone: timeZone })
    if (due.toMillis() > after.getTime()) return due.toJSDate()
  }
}
