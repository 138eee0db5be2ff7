import { PLAN_BY_DEFAULT } from '@steading/contract/events/drills'
import type { DrillPlan, PlanOf } from '@steading/contract/events/drills'
import { DateTime } from 'luxon'
import { isEntityInReach } from '../entities/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges } from '../platform/database/fieldChanges.ts'
import { NotFound, VersionConflict } from '../platform/failures.ts'
import { placeOf, plansAbove, setPlan } from './houses.sql.ts'

/** The plan in force at an entity. @throws NotFound */
export async function planOf(work: UnitOfWork, entityId: string): Promise<PlanOf> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  // System scope: it may be inherited from an entity above the caller.
  const [plans, { timeZone }] = await work.withSystemScope(async whole => [
    await plansAbove(whole, entityId),
    await placeOf(whole, entityId),
  ])
  const [nearest] = plans
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
export async function editPlan(work: UnitOfWork, entityId: string, plan: DrillPlan | null, version: number): Promise<PlanOf> {
  const before = await planOf(work, entityId)
  if (before.version !== version) throw new VersionConflict()
  const changes = fieldChanges(auditFields(before.own), auditFields(plan))
  if (changes.length > 0) {
    if (!(await setPlan(work, entityId, plan, version))) throw new VersionConflict()
    const { displayName } = await placeOf(work, entityId)
    await work.audit({ action: 'UPDATE', objectType: 'drill', objectId: null, objectName: displayName, entityId, changes })
  }
  return planOf(work, entityId)
}

/** A plan as in audit records; null: inherited. */
const auditFields = (plan: DrillPlan | null) => ({
  isOn: plan?.isOn ?? null,
  weekday: plan?.weekday ?? null,
  at: plan?.at ?? null,
})
const planIn = ({ isOn, weekday, at }: DrillPlan): DrillPlan => ({ isOn, weekday, at })

/** Next planned local time; a time in the hour skipped by daylight saving is as much later as the clocks go forward. */
export function next({ weekday, at }: DrillPlan, after: Date, timeZone: string): Date {
  const there = DateTime.fromJSDate(after, { zone: timeZone })
  const hour = Number(at.slice(0, 2))
  const minute = Number(at.slice(3))
  for (let days = (weekday - (there.weekday - 1) + 7) % 7; ; days += 7) {
    const day = there.plus({ days })
    const due = DateTime.fromObject({ year: day.year, month: day.month, day: day.day, hour, minute }, { zone: timeZone })
    if (due.toMillis() > after.getTime()) return due.toJSDate()
  }
}
