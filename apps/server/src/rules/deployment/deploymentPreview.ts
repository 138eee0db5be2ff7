import type { Conflict, Dependent, Leaving } from '@steading/contract/rules/rules'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { findOutputConflict } from './outputConflict.ts'
import { kindsFor, visible } from '../rules.ts'
import { needsOf, ruleById } from '../rules.sql.ts'

/**
 * Which of the rules to be undeployed together have to stay, and for which dependent rules. A rule that depends on one that stays
 * does not keep others. Of several that alone write the same output, the last one of the list stays.
 */
export async function undeployPreview(work: UnitOfWork, ids: readonly string[]): Promise<Leaving> {
  const goes = [...new Set(ids)]
  const stays = new Set<string>()
  const needing = new Map<string, Dependent | null>()
  for (;;) {
    const needs = await needsOf(work, goes)
    const stay = goes.findLast(id => needs.some(need => need.id === id))
    if (stay === undefined) break
    const kinds = kindsFor(work.actor)
    for (const { id, needing: reader, displayName, kind, place, inSight } of needs)
      if (id === stay) needing.set(reader, inSight && kinds.includes(kind) ? { id: reader, displayName, kind, place } : null)
    goes.splice(goes.indexOf(stay), 1)
    stays.add(stay)
  }
  const all = [...needing.values()]
  return {
    stays: [...new Set(ids)].filter(id => stays.has(id)),
    dependents: all.filter(one => one !== null),
    unseen: all.filter(one => one === null).length,
  }
}

/** Which of the rules cannot be deployed, each with the rule that drives its devices. */
export async function findConflicts(work: UnitOfWork, ids: readonly string[]): Promise<Conflict[]> {
  const found: Conflict[] = []
  for (const id of new Set(ids)) {
    const rival = await findOutputConflict(work, visible(work.actor, await ruleById(work, id)))
    if (rival) found.push({ id, with: await seenAs(work, rival.id) })
  }
  return found
}

async function seenAs(work: UnitOfWork, id: string): Promise<Dependent | null> {
  const row = await ruleById(work, id)
  const kind = kindsFor(work.actor).find(one => one === row?.kind)
  return row && kind ? { id, displayName: row.display_name, kind, place: (row.sector ?? row.rootEntity).displayName } : null
}
