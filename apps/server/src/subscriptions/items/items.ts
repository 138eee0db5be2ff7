import { ITEM_KINDS } from '@steading/contract/apiAccess/subscriptions'
import type { SubscriptionItem, SubscriptionType } from '@steading/contract/apiAccess/subscriptions'
import { isPermitted } from '../../platform/actor.ts'
import type { Actor } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { isGood } from '../../readings/index.ts'
import { interfacesInReach, readChanges, readReadings } from './items.sql.ts'
import type { Subject } from './subject.ts'

/** Items after a position, up to and including `to`, in their order. */
export interface Items {
  readonly items: SubscriptionItem[]
  readonly to: number
}

/** Positions of the journal that one query covers, and the queries of one call. */
const STRIDE = 1_000
const MAX_STRIDES = 20

/** The kinds of items that an API user may receive. */
export const permittedKinds = (actor: Actor, type: SubscriptionType): string[] =>
  Object.entries(ITEM_KINDS[type]).flatMap(([kind, permission]) => (isPermitted(actor, permission) ? [kind] : []))

/** About `limit` items after `from`, at most up to `last`; `work` is that of the API user, so it gets what it may see now. */
export async function readItems(
  work: UnitOfWork,
  subject: Subject,
  { from, last, limit }: { readonly from: number; readonly last: number; readonly limit: number },
): Promise<Items> {
  const kinds = permittedKinds(work.actor, subject.type)
  if (kinds.length === 0 || from >= last) return { items: [], to: Math.max(from, last) }
  return subject.type === 'READINGS'
    ? readingItems(work, subject, { from, last, limit })
    : changeItems(work, subject, { from, last, limit, kinds })
}

async function readingItems(
  work: UnitOfWork,
  subject: Subject,
  { from, last, limit }: { from: number; last: number; limit: number },
) {
  const interfaceIds = await interfacesInReach(work, subject.interface_ids)
  if (interfaceIds.length === 0) return { items: [], to: last }
  const items: SubscriptionItem[] = []
  let to = from
  for (let stride = 0; stride < MAX_STRIDES && to < last && items.length < limit; stride++) {
    const end = Math.min(last, to + STRIDE)
    const rows = await readReadings(work, interfaceIds, { from: to, to: end, limit: limit - items.length })
    // With its limit reached, the query ends with a whole position.
    to = rows.length >= limit - items.length ? Number(rows.at(-1)!.pos) : end
    for (const row of rows)
      items.push({
        kind: 'READING',
        interfaceId: String(row.interface_id),
        timestampUtc: row.ts.toISOString(),
        value: row.text ?? row.value,
        isGood: isGood(row),
      })
  }
  return { items, to }
}

async function changeItems(
  work: UnitOfWork,
  subject: Subject,
  range: { readonly from: number; readonly last: number; readonly limit: number; readonly kinds: readonly string[] },
): Promise<Items> {
  const rows = await readChanges(work, subject, range)
  return {
    to: rows.length >= range.limit ? Number(rows.at(-1)!.pos) : range.last,
    items: rows.map(row => ({
      kind: row.kind as 'EVENT', // safe: the triggers write the kinds of the contract, here and below
      change: row.change as 'CREATED',
      timestampUtc: row.at.toISOString(),
      id: row.object_id,
      entityId: row.entity_id,
      batchId: row.batch_id,
      data: row.data as Record<string, unknown>,
    })),
  }
}
