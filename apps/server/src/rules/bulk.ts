import type { BulkSaved } from '@steading/contract/rules'
import type { Actor } from '../platform/actor.ts'
import { Failed, Refused } from '../platform/failures.ts'
import { spoken } from '../platform/http/spoken.ts'
import type { World } from '../platform/world.ts'

type Saved = BulkSaved[number]

/** Each in transactions of its own: what is wrong with one stops no other. */
export async function eachOf<T extends { readonly id?: string; readonly deployRule: boolean }>(
  { texts }: Pick<World, 'texts'>,
  actor: Actor,
  wishes: readonly T[],
  save: (wish: T) => Promise<{ readonly id: string; readonly notDeployed: Saved['notDeployed'] }>,
): Promise<BulkSaved> {
  const results: Saved[] = []
  for (const wish of wishes)
    try {
      results.push({ deferredStatus: null, fields: [], ...(await save(wish)) })
    } catch (error) {
      const none = { id: wish.id ?? null, deferredStatus: null, fields: [], notDeployed: null }
      if (error instanceof Refused) results.push({ ...none, deferredStatus: error.code })
      else if (error instanceof Failed && error.status < 500)
        results.push({ ...none, deferredStatus: error.code, fields: spoken(error.fields, texts[actor.language]) })
      else throw error
    }
  return results
}
