import { CATEGORIES, type CategoryId, isCategory } from '@steading/contract/categories'
import type { Interface } from '@steading/contract/interfaces'
import type { RuleDetails } from '@steading/contract/rules'
import { toldApart } from '../platform/apart.ts'

/** What a sentence about a rule needs to know of an interface. */
export interface Known {
  readonly name: string
  readonly category: CategoryId
  readonly decimals: number
  readonly unit: string | null
}
export type KnownOf = (id: string) => Known

type Named = Pick<RuleDetails['interfaces'][number], 'id' | 'displayName' | 'category'> &
  Partial<Pick<RuleDetails['interfaces'][number], 'entity' | 'terminal'>>

interface Of extends Partial<Pick<RuleDetails, 'sector' | 'rootEntity'>> {
  readonly interfaces: readonly Named[]
}

/** What the page of a rule says where it is. */
export const homeOf = ({ sector, rootEntity }: Partial<Pick<RuleDetails, 'sector' | 'rootEntity'>>): string | undefined =>
  (sector ?? rootEntity)?.displayName

/**
 * The interfaces of a rule by id: as the server told them, else by their category, names told apart. One that is not there is
 * called by its id.
 */
export function knownOf(rule: Of, interfaces: readonly Interface[]): KnownOf {
  const names = toldApart(
    [...rule.interfaces, ...interfaces].map(({ id, displayName: name, entity, terminal }) => ({
      ...{ id, name },
      ...{ place: entity?.displayName, box: terminal?.displayName },
    })),
    homeOf(rule),
  )
  return id => {
    const found = interfaces.find(one => one.id === id)
    const name = names.get(id) ?? id
    if (found) return { name, category: found.category, decimals: found.decimals, unit: found.unit }
    const named = rule.interfaces.find(one => one.id === id)
    const category = named && isCategory(named.category) ? named.category : 'TEXT_STATE'
    const { decimals, unit } = CATEGORIES[category]
    return { name, category, decimals, unit: unit?.symbol ?? null }
  }
}
