import { CATEGORIES, type CategoryId, isCategory } from '@steading/contract/devices/categories'
import type { Interface } from '@steading/contract/devices/interfaces'
import type { RuleDetails } from '@steading/contract/rules/rules'
import { disambiguateNames } from '../../readings/index.ts'

/** Name, category and format of an interface, as sentences about a rule use them. */
export interface InterfaceInfo {
  readonly name: string
  readonly category: CategoryId
  readonly decimals: number
  readonly unit: string | null
}
export type InterfaceLookup = (id: string) => InterfaceInfo

type NamedInterface = Pick<RuleDetails['interfaces'][number], 'id' | 'displayName' | 'category'> &
  Partial<Pick<RuleDetails['interfaces'][number], 'entity' | 'terminal'>>

interface RuleLike extends Partial<Pick<RuleDetails, 'sector' | 'rootEntity'>> {
  readonly interfaces: readonly NamedInterface[]
}

/** Place of a rule as its page shows it. */
export const ruleHome = ({ sector, rootEntity }: Partial<Pick<RuleDetails, 'sector' | 'rootEntity'>>): string | undefined =>
  (sector ?? rootEntity)?.displayName

/**
 * The interfaces of a rule by id: as the server told them, else by their category, names told apart. One that is not there is
 * called by its id.
 */
export function createInterfaceLookup(rule: RuleLike, interfaces: readonly Interface[]): InterfaceLookup {
  const names = disambiguateNames(
    [...rule.interfaces, ...interfaces].map(({ id, displayName: name, entity, terminal }) => ({
      id,
      name,
      place: entity?.displayName,
      box: terminal?.displayName,
    })),
    ruleHome(rule),
  )
  return id => {
    const found = interfaces.find(iface => iface.id === id)
    const name = names.get(id) ?? id
    if (found) return { name, category: found.category, decimals: found.decimals, unit: found.unit }
    const named = rule.interfaces.find(iface => iface.id === id)
    const category = named && isCategory(named.category) ? named.category : 'TEXT_STATE'
    const { decimals, unit } = CATEGORIES[category]
    return { name, category, decimals, unit: unit?.symbol ?? null }
  }
}
