import type { Conflict, Dependent, Leaving } from '@steading/contract/rules'
import type { Work } from '../platform/database/work.ts'
import { outputUser } from './outputUser.ts'
import { kindsFor, visible } from './rules.ts'
import { needsOf, ruleById } from './rules.sql.ts'

/**
 * Of rules that shall leave service together: which have to stay, and for whom. Who needs one that stays is no more of those that
 * leave. Of several that alone write the same, the last one named stays.
 */
export async function leaving(work: Work, ids: readonly string[]): Promise<Leaving> {
  const goes = [...new Set(ids)]
  const stays = new Set<string>()
  const needing = new Map<string, Dependent | null>()
  for (;;) {
    const needs = await needsOf(work, goes)
    const stay = goes.findLast(id => needs.some(one => one.id === id))
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

/** Of rules that shall enter service: which cannot, and what drives their devices. */
export async function conflicts(work: Work, ids: readonly string[]): Promise<Conflict[]> {
  const found: Conflict[] = []
  for (const id of new Set(ids)) {
    const rival = await outputUser(work, visible(work.actor, await ruleById(work, id)))
    if (rival) found.push({ id, with: await seenAs(work, rival.id) })
  }
  return found
}

async function seenAs(work: Work, id: string): Promise<Dependent | null> {
  const row = await ruleById(work, id)
  const kind = kindsFor(work.actor).find(one => one === row?.kind)
  return row && kind ? { id, displayName: row.display_name, kind, place: (row.sector ?? row.rootEntity).displayName } : null
}
