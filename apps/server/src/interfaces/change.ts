import type { CategoryId } from '@steading/contract/devices/categories'
import { CATEGORIES, kindredOf } from '@steading/contract/devices/categories'
import type { interfaces } from '@steading/contract/devices/interfaces'
import type { Asked } from '@steading/contract/http/route'
import type { Virtual } from '@steading/contract/devices/virtual'
import type { Devices } from '../devices/index.ts'
import { isEntityInReach, shareTree } from '../entities/index.ts'
import { isPermitted } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { fieldChanges, deleted } from '../platform/database/fieldChanges.ts'
import { Failed, invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { interfaceAt, interfaceDetails, markDeleted, updateInterface } from './interfaces.sql.ts'
import type { InterfaceDetailsRow } from './interfaces.sql.ts'
import { howOf, stateOf, auditFields } from './state.ts'
import type { State } from './state.ts'
import { isAtOrBelow, lockInterface, needsOf, wouldLeaveRule } from './needs.sql.ts'
import { checkAddress, checkHistory, checkSettings, rangeOf, usualSeconds } from './settings.ts'
import { checkVirtual, unseenSources, wholeVirtual } from './virtual.ts'

type Asking = Asked<(typeof interfaces)['edit']>
export type Place = Asking['params']
type InterfaceEdit = Asking['body']
type Field = Exclude<keyof InterfaceEdit, 'version'>

/** What the box must hear of. */
const ON_THE_BOX: ReadonlySet<Field> = new Set<Field>([
  ...(['category', 'address', 'every', 'factor', 'offset', 'historyConfiguration', 'min', 'max', 'safeValue'] as const),
  // Its rules count by them.
  ...(['modulus', 'maxRate'] as const),
])
/** What a virtual one does not have, and what no other has. */
const OF_BOXES = ['address', 'every', 'factor', 'offset', 'modulus', 'maxRate'] as const

/** What it shall be: what is left out stays, null is what the category says. */
function wished(before: State, given: Omit<InterfaceEdit, 'version'>): State {
  const changes: Partial<State> = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) // safe: names and types of the contract
  const next = { ...before, ...changes }
  const range = rangeOf(next.category, before.max === CATEGORIES[before.category].poultry?.max)
  const remembers = next.historyConfiguration === 'TIME_INTERVAL'
  const isSaid = given.historyConfiguration !== undefined || given.historySeconds !== undefined
  return {
    ...next,
    min: given.min === null ? range.min : next.min,
    max: given.max === null ? range.max : next.max,
    // A capacity ends with the silo, unless it is entered with the new category: then it is refused.
    capacity: next.category === 'SILO_WEIGHT' ? next.capacity : (given.capacity ?? null),
    historySeconds: !isSaid ? before.historySeconds : remembers ? (next.historySeconds ?? usualSeconds(next.category)) : null,
  }
}

/** Those who may change everything may; others the name alone, or the sector alone. */
function mayChange(actor: Actor, changed: readonly Field[]) {
  if (isPermitted(actor, 'interfaces.update')) return
  const allowed = new Set<Field>()
  if (isPermitted(actor, 'interfaces.update_name')) allowed.add('displayName')
  if (isPermitted(actor, 'interfaces.update_sector')) allowed.add('entityId')
  const forbidden = changed.filter(field => !allowed.has(field))
  if (forbidden.length > 0)
    throw new Failed(
      'NOT_ALLOWED',
      forbidden.map(field => ({ field, code: 'notAllowed' })),
    )
}

/**
 * Changes an interface, and lets its box know.
 * @throws VersionConflict; NOT_ALLOWED naming what the caller may not change; Refused for a default's place or category, or
 * while the box is being updated; Failed for what does not fit
 */
export async function editInterface(
  work: UnitOfWork,
  devices: Pick<Devices, 'reviseConfiguration' | 'checkConfigurationFits'>,
  place: Place,
  wish: InterfaceEdit,
) {
  const { version, ...given } = wish
  await shareTree(work)
  const row = await locked(work, place)
  if (row.version !== version) throw new VersionConflict()
  const before = stateOf(row)
  const unseen = unseenSources(row)
  const after = wished(before, given.virtual ? { ...given, virtual: wholeVirtual(given.virtual, unseen) } : given)
  const changed = fieldChanges(before, after).map(({ field }) => field as Field) // safe: both are states
  mayChange(work.actor, changed)
  checkHistory(after.historyConfiguration, wish.historySeconds)
  if (changed.length === 0) return row

  await checkPlace(work, row, after, changed)
  checkSettings(after)
  checkNature(before.virtual, after.virtual, changed)
  if (changed.includes('address') && row.direction !== 'IN') await checkAddress(work, row.terminalId, after.address)
  if (after.virtual && changed.some(field => field === 'virtual' || field === 'category'))
    await checkVirtual(work, { terminalId: row.terminalId, category: after.category, max: after.max, how: after.virtual, unseen })
  const boxHears = !after.virtual && changed.some(field => ON_THE_BOX.has(field))
  if (boxHears && row.provisionStatus === 'UPDATING') throw new Refused('TERMINAL_UPDATING')

  const isWritten = await updateInterface(work, row, { ...after, history: after.historyConfiguration, how: after.virtual })
  if (!isWritten) throw new VersionConflict()
  const fresh = orNotFound(await interfaceDetails(work, row.id))
  await work.audit({
    action: 'UPDATE',
    objectType: 'interface',
    objectId: row.id,
    objectName: fresh.displayName,
    entityId: fresh.entityId,
    changes: fieldChanges(auditFields(row), auditFields(fresh)),
  })
  if (boxHears) {
    await devices.checkConfigurationFits(work, row.terminalId)
    await devices.reviseConfiguration(work, row.terminalId)
  }
  return fresh
}

/**
 * Deletes an interface that nothing needs; its history stays.
 * @throws Refused, by what needs it, or while the box is being updated
 */
export async function removeInterface(work: UnitOfWork, devices: Pick<Devices, 'reviseConfiguration'>, place: Place) {
  const row = await locked(work, place)
  const needs = await work.withSystemScope(systemWork => needsOf(systemWork, row.id))
  if (needs.rules) throw new Refused('CANNOT_DELETE_INTERFACE_WITH_ACTIVE_RULES')
  if (needs.defaults) throw new Refused('CANNOT_DELETE_INTERFACE_BEING_DEFAULT_INTERFACE')
  if (needs.virtual) throw new Refused('CANNOT_DELETE_INTERFACE_WITH_VIRTUAL_INTERFACES_CONFIGURED')
  const isOnBox = howOf(row) === null
  if (isOnBox && row.provisionStatus === 'UPDATING') throw new Refused('TERMINAL_UPDATING')
  await markDeleted(work, row.id)
  await work.audit({
    action: 'DELETE',
    objectType: 'interface',
    objectId: row.id,
    objectName: row.displayName,
    entityId: row.entityId,
    changes: deleted(auditFields(row)),
  })
  if (isOnBox) await devices.reviseConfiguration(work, row.terminalId)
  return row
}

/** The interface of a place, for oneself until the work is done. */
async function locked(work: UnitOfWork, place: Place): Promise<InterfaceDetailsRow> {
  await lockInterface(work, place.i)
  const { id } = orNotFound(await interfaceAt(work, place))
  return orNotFound(await interfaceDetails(work, id))
}

async function checkPlace(work: UnitOfWork, row: InterfaceDetailsRow, after: State, changed: readonly Field[]) {
  const moves = changed.includes('entityId')
  const becomes = changed.includes('category')
  if (becomes && !kindredOf(row.category as CategoryId).includes(after.category))
    throw invalid('category', 'notOneOf', { options: kindredOf(row.category as CategoryId).join(', ') }) // safe: as stateOf
  if ((moves || becomes) && (await work.withSystemScope(systemWork => needsOf(systemWork, row.id))).defaults)
    throw new Refused('CANNOT_EDIT_ENTITY_OR_CATEGORY_OF_DEFAULT_INTERFACE')
  if (!moves) return
  const fits =
    (await isEntityInReach(work, after.entityId)) &&
    (await work.withSystemScope(systemWork => isAtOrBelow(systemWork, after.entityId, row.terminalEntityId)))
  if (!fits) throw invalid('entityId', 'notFound')
  if (await work.withSystemScope(systemWork => wouldLeaveRule(systemWork, row.id, after.entityId)))
    throw invalid('entityId', 'notThere')
}

/** What a box measures does not become virtual, nor the other way round. */
function checkNature(before: Virtual | null, after: Virtual | null, changed: readonly Field[]) {
  if (before === null && after !== null) throw invalid('virtual', 'unknownField')
  const odd = OF_BOXES.find(field => changed.includes(field))
  if (before !== null && odd) throw invalid(odd, 'unknownField')
}
