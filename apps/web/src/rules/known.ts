import { CATEGORIES, type CategoryId, isCategory } from '@steading/contract/categories'
import type { Interface } from '@steading/contract/interfaces'
import type { RuleDetails } from '@steading/contract/rules'

/** What a sentence about a rule needs to know of an interface. */
export interface Known {
  readonly name: string
  readonly category: CategoryId
  readonly decimals: number
  readonly unit: string | null
}
export type KnownOf = (id: string) => Known

type Named = Pick<RuleDetails['interfaces'][number], 'id' | 'displayName' | 'category'>

/**
 * The interfaces of a rule by id: as the server told them, else by their category. Where they are of several boxes, each is
 * called with its box; one that is not there is called by its id.
 */
export function knownOf(rule: { readonly interfaces: readonly Named[] }, interfaces: readonly Interface[]): KnownOf {
  const boxes = new Set(interfaces.map(one => one.terminal.id))
  return id => {
    const found = interfaces.find(one => one.id === id)
    const box = found && boxes.size > 1 ? ` (${found.terminal.displayName})` : ''
    if (found) return { name: `${found.displayName}${box}`, category: found.category, decimals: found.decimals, unit: found.unit }
    const named = rule.interfaces.find(one => one.id === id)
    const category = named && isCategory(named.category) ? named.category : 'TEXT_STATE'
    const { decimals, unit } = CATEGORIES[category]
    return { name: named?.displayName ?? id, category, decimals, unit: unit?.symbol ?? null }
  }
}
