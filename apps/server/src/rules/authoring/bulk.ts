import { Id } from '@steading/contract/http/fields'
import type { BulkSaved } from '@steading/contract/rules/rules'
import { translatorFor } from '@steading/locales/text'
import type { Actor } from '../../platform/actor.ts'
import type { z } from 'zod'
import { parseOrFail, Failed, Refused } from '../../platform/failures.ts'
import { fieldMessages } from '../../platform/http/fieldMessages.ts'
import type { World } from '../../platform/world.ts'

type Saved = BulkSaved[number]

/** Each rule in its own transaction: an invalid one does not stop the others. */
export async function eachOf<S extends z.ZodType>(
  { texts }: Pick<World, 'texts'>,
  actor: Actor,
  wishes: readonly unknown[],
  schema: S,
  save: (wish: z.output<S>) => Promise<{ readonly id: string; readonly notDeployed: Saved['notDeployed'] }>,
): Promise<BulkSaved> {
  const results: Saved[] = []
  for (const wish of wishes)
    try {
      results.push({ deferredStatus: null, fields: [], ...(await save(parseOrFail(schema, wish))) })
    } catch (error) {
      const none = { id: idIn(wish), deferredStatus: null, fields: [], notDeployed: null }
      if (error instanceof Refused) results.push({ ...none, deferredStatus: error.code })
      else if (error instanceof Failed && error.status < 500)
        results.push({ ...none, deferredStatus: error.code, fields: fieldMessages(error.fields, translatorFor(texts, actor)) })
      else throw error
    }
  return results
}

/** The rule that an entry names, even if the rest of the entry is invalid. */
const idIn = (wish: unknown): string | null => {
  const id = typeof wish === 'object' && wish !== null && 'id' in wish ? Id.safeParse(wish.id) : undefined
  return id?.success ? id.data : null
}
