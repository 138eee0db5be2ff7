import { takeFromCharge } from '../entities/index.ts'
import type { Guard } from '../entities/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges } from '../platform/database/fieldChanges.ts'
import { Refused, VersionConflict } from '../platform/failures.ts'
import { settingsAbove, setEscalation } from './escalation.sql.ts'
import { blindAmong, restrictedBelow, seenNames, silentOf } from './leaving.sql.ts'
import type { About, Named } from './leaving.sql.ts'

/** As many names as a question holds. */
const MOST = 5

const few = (names: readonly string[], all: number) => {
  const shown = names.slice(0, MOST)
  return [...shown, ...(all > shown.length ? [`+${all - shown.length}`] : [])].join(', ')
}

/**
 * Changes a person, who may be told of alarms no more where they are named: asks first, and takes them off those lists.
 * @throws Refused CONFIRM_LEAVING_ALARM_LISTS
 */
export const guardPerson = async <T>(
  work: UnitOfWork,
  personId: string,
  isConfirmed: boolean,
  act: () => Promise<T>,
): Promise<T> => {
  const about = { personId }
  const before = await silent(work, about)
  const acted = await act()
  await settle(work, isConfirmed, await lostSince(work, about, before), [])
  return acted
}

/** The same of all whom a place concerns; also of those who would see nothing at all any more. */
export const guardPlace: Guard = async (work, { id, displayName }, isConfirmed, act) => {
  const about = { entityId: id }
  const before = await silent(work, about)
  const restrictedUsers = await work.withSystemScope(systemWork => restrictedBelow(systemWork, id))
  const acted = await act()
  const blind = await work.withSystemScope(systemWork => blindAmong(systemWork, restrictedUsers))
  await settle(work, isConfirmed, await lostSince(work, about, before), blind, displayName)
  return acted
}

const silent = (work: UnitOfWork, about: About) => work.withSystemScope(systemWork => silentOf(systemWork, about))

async function lostSince(work: UnitOfWork, about: About, before: readonly Named[]): Promise<Named[]> {
  const known = new Set(before.map(({ place, person }) => `${place} ${person}`))
  return (await silent(work, about)).filter(({ place, person }) => !known.has(`${place} ${person}`))
}

async function settle(work: UnitOfWork, isConfirmed: boolean, lost: readonly Named[], blind: readonly string[], part?: string) {
  if (lost.length + blind.length === 0) return
  if (!isConfirmed) {
    const people = [...new Set([...lost.map(one => one.person), ...blind])]
    const places = [...new Set(lost.map(one => one.place))]
    const named = await seenNames(work, 'entities', places)
    // Whoever sees nothing any more is told nothing of what they were kept to.
    const isPartApart = blind.length > 0 && part !== undefined && !named.includes(part)
    throw new Refused('CONFIRM_LEAVING_ALARM_LISTS', 'CONFIRM_LEAVING_ALARM_LISTS', {
      people: few(await seenNames(work, 'users', people), people.length),
      places: few([...(isPartApart ? [part] : []), ...named], places.length + (isPartApart ? 1 : 0)),
    })
  }
  await work.withSystemScope(async systemWork => {
    for (const [place, all] of Map.groupBy(lost, one => one.place))
      await takeOff(systemWork, place, new Set(all.map(one => one.person)))
  })
}

/** Takes people off the list, the roster and the charge of a place, and tells of it. */
async function takeOff(systemWork: UnitOfWork, entityId: string, people: ReadonlySet<string>) {
  const [here, ...above] = await settingsAbove(systemWork, entityId)
  const own = here!
  const before = { steps: own.steps, shifts: own.shifts }
  const shifts = own.shifts.filter(({ userId }) => !people.has(userId))
  // Without a roster nobody is on duty.
  const hasRoster = shifts.length > 0 || above.some(one => one.shifts.length > 0)
  const after = {
    steps: own.steps
      .map(step => ({ ...step, userIds: step.userIds.filter(id => !people.has(id)) }))
      .filter(({ userIds, onDuty }) => userIds.length > 0 || (onDuty && hasRoster)),
    shifts,
  }
  const changes = fieldChanges(before, after)
  if (changes.length > 0) {
    if (!(await setEscalation(systemWork, entityId, after, own.version))) throw new VersionConflict()
    await systemWork.audit({
      action: 'UPDATE',
      objectType: 'escalation',
      objectId: entityId,
      objectName: own.displayName,
      entityId,
      changes,
    })
  }
  await takeFromCharge(systemWork, entityId, people)
}
