import type { terminals } from '@steading/contract/terminals'
import type { Asked } from '@steading/contract/route'
import { isEntityInReach, shareTree } from '../entities/index.ts'
import type { Zones } from '../entities/index.ts'
import { found } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'
import { gone } from '../platform/differences.ts'
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
import { atVersion, cutOff, isTimeZone, saveTerminal, told } from './terminals.ts'
import type { Boxes } from './terminals.ts'

type TerminalEdit = Asked<(typeof terminals)['edit']>['body']

/**
 * Writes a terminal as it shall be.
 * @throws VersionConflict; Refused CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES; Failed for an entity out of reach, an unknown zone
 */
export async function editTerminal(
  work: Work,
  boxes: Pick<Boxes, 'moved'>,
  id: string,
  wish: TerminalEdit,
): Promise<TerminalRow> {
  await shareTree(work)
  await lockTerminal(work, id)
  const before = await atVersion(work, id, wish.version)
  if (!isTimeZone(wish.timeZone)) throw invalid('timeZone', 'timeZone')
  const moves = wish.entityId !== before.entityId
  if (moves && !(await isEntityInReach(work, wish.entityId))) throw invalid('entityId', 'notFound')
  await work.beyond(async whole => {
    if (moves && (await wouldLeaveBehind(whole, id, wish.entityId))) throw new Refused('CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES')
    // Its rules carry their zone with them: one that changed unseen would drive outputs at another hour.
    if (wish.timeZone !== before.timeZone && (await hangingOn(whole, id)).rules)
      throw new Refused('CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES')
    if (wish.profile !== before.profile && (await needAnother(whole, id, wish.profile)))
      throw new Refused('CANNOT_EDIT_TERMINAL_WITH_DEPENDENCIES')
  })
  const after = await saveTerminal(work, before, {
    display_name: wish.displayName,
    entity_id: wish.entityId,
    profile: wish.profile,
    time_out: wish.timeOut,
    time_zone: wish.timeZone,
  })
  if (moves) boxes.moved(work, id, after.entityId)
  return after
}

/** Smart boxes at these entities that had their time zone get the new one, unless rules count by it. */
export async function followZone(whole: Work, entityIds: readonly string[], { from, to }: Zones): Promise<void> {
  for (const id of await ruleless(whole, entityIds, from)) {
    await lockTerminal(whole, id)
    await saveTerminal(whole, found(await terminalById(whole, id)), { time_zone: to })
  }
}

/**
 * Deletes a terminal that nothing hangs on: cut off, out of every list, its history kept.
 * @throws Refused CANNOT_DELETE_TERMINAL_WITH_ACTIVE_RULES, CANNOT_DELETE_TERMINAL_WITH_DEPENDENCIES
 */
export async function removeTerminal(work: Work, boxes: Pick<Boxes, 'revoke'>, id: string): Promise<TerminalRow> {
  await lockTerminal(work, id)
  const row = found(await terminalById(work, id))
  if (row.deletedAt) throw new NotFound()
  const hanging = await work.beyond(whole => hangingOn(whole, id))
  if (hanging.activeRules) throw new Refused('CANNOT_DELETE_TERMINAL_WITH_ACTIVE_RULES')
  if (hanging.interfaces) throw new Refused('CANNOT_DELETE_TERMINAL_WITH_DEPENDENCIES')
  await updateTerminal(work, row, {
    retired_at: row.retiredAt ?? work.now,
    deleted_at: work.now,
    deleted_by: work.actor.id,
  })
  await cutOff(work, boxes, row, { action: 'DELETE', changes: gone(told(row)) })
  return row
}
