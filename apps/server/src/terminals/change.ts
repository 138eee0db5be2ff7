import type { terminals } from '@steading/contract/devices/terminals'
import { TimeZone } from '@steading/contract/http/fields'
import type { Asked } from '@steading/contract/http/route'
import { isEntityInReach, shareTree } from '../entities/index.ts'
import type { Zones } from '../entities/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { deleted } from '../platform/database/fieldChanges.ts'
import { invalid, NotFound, Refused } from '../platform/failures.ts'
import {
  hangingOn,
  lockTerminal,
  needAnother,
  ruleless,
  terminalById,
  updateTerminal,
  wouldLeaveBehind,
} from './terminals.sql.ts'
import type { TerminalRow } from './terminals.sql.ts'
import { atVersion, cutOff, saveTerminal, auditFields } from './terminals.ts'
import type { Boxes } from './terminals.ts'

type TerminalEdit = Asked<(typeof terminals)['edit']>['body']

/**
 * Writes a terminal as it shall be.
 * @throws VersionConflict; Refused CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES; Failed for an entity out of reach, an unknown zone
 */
export async function editTerminal(
  work: UnitOfWork,
  boxes: Pick<Boxes, 'terminalMoved'>,
  id: string,
  wish: TerminalEdit,
): Promise<TerminalRow> {
  await shareTree(work)
  await lockTerminal(work, id)
  const before = await atVersion(work, id, wish.version)
  if (!TimeZone.safeParse(wish.timeZone).success) throw invalid('timeZone', 'timeZone')
  const moves = wish.entityId !== before.entityId
  if (moves && !(await isEntityInReach(work, wish.entityId))) throw invalid('entityId', 'notFound')
  await work.withSystemScope(async systemWork => {
    if (moves && (await wouldLeaveBehind(systemWork, id, wish.entityId)))
      throw new Refused('CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES')
    // Its rules carry their zone with them: one that changed unseen would drive outputs at another hour.
    if (wish.timeZone !== before.timeZone && (await hangingOn(systemWork, id)).rules)
      throw new Refused('CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES')
    if (wish.profile !== before.profile && (await needAnother(systemWork, id, wish.profile)))
      throw new Refused('CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES')
  })
  const after = await saveTerminal(work, before, {
    display_name: wish.displayName,
    entity_id: wish.entityId,
    profile: wish.profile,
    time_out: wish.timeOut,
    time_zone: wish.timeZone,
  })
  if (moves) boxes.terminalMoved(work, id, after.entityId)
  return after
}

/** Smart boxes at these entities that had their time zone get the new one, unless rules count by it. */
export async function followZone(systemWork: UnitOfWork, entityIds: readonly string[], { from, to }: Zones): Promise<void> {
  for (const id of await ruleless(systemWork, entityIds, from)) {
    await lockTerminal(systemWork, id)
    await saveTerminal(systemWork, orNotFound(await terminalById(systemWork, id)), { time_zone: to })
  }
}

/**
 * Deletes a terminal that nothing hangs on: cut off, out of every list, its history kept.
 * @throws Refused CANNOT_DELETE_TERMINAL_WITH_ACTIVE_RULES, CANNOT_DELETE_TERMINAL_WITH_DEPENDENCIES
 */
export async function removeTerminal(
  work: UnitOfWork,
  boxes: Pick<Boxes, 'revokeCredentials'>,
  id: string,
): Promise<TerminalRow> {
  await lockTerminal(work, id)
  const row = orNotFound(await terminalById(work, id))
  if (row.deletedAt) throw new NotFound()
  const hanging = await work.withSystemScope(systemWork => hangingOn(systemWork, id))
  if (hanging.activeRules) throw new Refused('CANNOT_DELETE_TERMINAL_WITH_ACTIVE_RULES')
  if (hanging.interfaces) throw new Refused('CANNOT_DELETE_TERMINAL_WITH_DEPENDENCIES')
  await updateTerminal(work, row, {
    retired_at: row.retiredAt ?? work.now,
    deleted_at: work.now,
    deleted_by: work.actor.id,
  })
  await cutOff(work, boxes, row, { action: 'DELETE', changes: deleted(auditFields(row)) })
  return row
}
