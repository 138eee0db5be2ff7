import { stepAt } from '../escalation/index.ts'
import { once } from '../platform/database/once.ts'
import type { Work } from '../platform/database/work.ts'
import { peopleOf, responsiblesOf } from './outbox.sql.ts'
import type { Recipient } from './outbox.sql.ts'

/**
 * Who is in charge of a place up to a step: by the list that holds there, whoever is on duty first, else level by level. A list
 * whose people are all gone keeps nobody from hearing.
 */
export async function inChargeOf(work: Work, entityId: string, escalation: number): Promise<Recipient[]> {
  const ids = new Set<string>()
  for (let step = 0, last = false; step <= escalation && !last; step++) {
    const listed = await stepAt(work, entityId, step, work.now)
    if (listed === null) break
    for (const id of listed.userIds) ids.add(id)
    ;({ last } = listed)
  }
  const people = ids.size > 0 ? await peopleOf(work, [...ids], entityId) : []
  if (people.length === 0)
    return once(work, `responsibles/${entityId}/${escalation}`, () => responsiblesOf(work, { entityId, escalation }))
  const order = [...ids]
  return people.toSorted((a, b) => order.indexOf(a.userId ?? '') - order.indexOf(b.userId ?? ''))
}
