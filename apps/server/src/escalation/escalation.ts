import type { Escalation, Recipients } from '@steading/contract/events/escalation'
import { isEntityInReach, seenOf } from '../entities/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges } from '../platform/database/fieldChanges.ts'
import { invalid, NotFound, VersionConflict } from '../platform/failures.ts'
import { candidates, inChargeAbove, namesOf, settingsAbove, setEscalation } from './escalation.sql.ts'
import type { EscalationSettings } from './escalation.sql.ts'
import { ladderOf, reachOf } from './ladder.ts'
import { onDuty } from './roster.ts'

const whose = (of: { readonly id: string; readonly displayName: string } | null) =>
  of && { id: of.id, displayName: of.displayName }

const peopleIn = ({ steps, shifts }: EscalationSettings): string[] => [
  ...new Set([...steps.flatMap(step => step.userIds), ...shifts.map(shift => shift.userId)]),
]

/** @throws NotFound */
export async function escalationOf(work: UnitOfWork, entityId: string): Promise<Escalation> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  // A list may come from above what the caller sees; so may those in charge, who are told level by level.
  const { own, steps, shifts, timeZone, levels } = await work.withSystemScope(async systemWork => {
    const ladder = await ladderOf(systemWork, entityId)
    return { ...ladder, levels: ladder.steps === null ? await inChargeAbove(systemWork, entityId) : [] }
  })
  const settings = { steps: steps?.steps ?? [], shifts: shifts?.shifts ?? [] }
  const people = await namesOf(work, peopleIn(settings))
  const duty = onDuty(settings.shifts, work.now, timeZone)
  return {
    stepsOf: whose(steps),
    shiftsOf: whose(shifts),
    timeZone,
    people,
    levels,
    steps: [...settings.steps],
    shifts: [...settings.shifts],
    onDuty: people.filter(person => duty.includes(person.userId)),
    version: own?.version ?? 0,
  }
}

/** Whom an alarm at a place notifies first, as notifications resolve it. @throws NotFound */
export async function recipientsOf(work: UnitOfWork, entityId: string): Promise<Recipients> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  const people = await work.withSystemScope(async systemWork =>
    namesOf(systemWork, (await reachOf(systemWork, { entityId, step: 0 })).userIds),
  )
  return seenOf(work, people)
}

/** @throws NotFound, VersionConflict, Failed with who is not there or may not be told */
export async function editEscalation(
  work: UnitOfWork,
  entityId: string,
  settings: EscalationSettings,
  version: number,
): Promise<Escalation> {
  if (!(await isEntityInReach(work, entityId))) throw new NotFound()
  // A roster may come from above what the caller sees.
  const [own, ...above] = await work.withSystemScope(systemWork => settingsAbove(systemWork, entityId))
  if ((own?.version ?? 0) !== version) throw new VersionConflict()
  const before: EscalationSettings = { steps: own?.steps ?? [], shifts: own?.shifts ?? [] }
  await mustBeTellable(work, entityId, settings, peopleIn(before))
  if (settings.shifts.length === 0 && above.every(one => one.shifts.length === 0)) mustNameSomebody(settings)
  const changes = fieldChanges({ ...before }, { ...settings })
  if (changes.length > 0) {
    if (!(await setEscalation(work, entityId, settings, version))) throw new VersionConflict()
    const { id, displayName } = own!
    await work.audit({ action: 'UPDATE', objectType: 'escalation', objectId: id, objectName: displayName, entityId, changes })
  }
  return escalationOf(work, entityId)
}

/** Where there is no roster, nobody is on duty. @throws Failed that names the step */
function mustNameSomebody({ steps }: EscalationSettings) {
  const at = steps.findIndex(({ userIds }) => userIds.length === 0)
  if (at >= 0) throw invalid(`steps.${at}.onDuty`, 'noRoster')
}

/** People are named by those who see them, and only who is active and sees the place; whom it named before, it goes on naming. */
async function mustBeTellable(
  work: UnitOfWork,
  entityId: string,
  { steps, shifts }: EscalationSettings,
  before: readonly string[],
) {
  const places = [
    ...steps.flatMap(({ userIds }, at) => userIds.map((id, k) => ({ id, field: `steps.${at}.userIds.${k}` }))),
    ...shifts.map(({ userId }, at) => ({ id: userId, field: `shifts.${at}.userId` })),
  ].filter(({ id }) => !before.includes(id))
  if (places.length === 0) return
  const known = new Map(
    (
      await candidates(
        work,
        places.map(({ id }) => id),
        entityId,
      )
    ).map(candidate => [candidate.id, candidate]),
  )
  for (const { id, field } of places) {
    const one = known.get(id)
    if (!one?.sees) throw invalid(field, 'notFound')
    if (one.status !== 'ACTIVE') throw invalid(field, 'inactivePerson')
  }
}
