import type { EntityRef } from '@steading/contract/entities/entities'
import type { Rule } from '@steading/contract/rules/rules'
import { parseSearch, writeSearch } from '../../platform/navigation/search.ts'
import { ruleHref } from '../../rules/index.ts'

/** Stands for the rules of no group. */
export const REST = 'none'

/** The rules of a group, or those of none at an entity and below it. */
export interface GroupSelection {
  readonly groupId: string
  readonly entityId?: string
}

/** The page of a rule, with the way back to its group as it stands open here. */
export const hrefFrom = (rule: Pick<Rule, 'id' | 'kind'>, groupId: string, entityId: string | undefined): string =>
  ruleHref(rule) + writeSearch({ groupEntityId: entityId, ...(groupId === REST ? { noGroup: 'true' } : { groupId }) })

/** The address of the same page with another group open, or none. */
export const withOpen = (search: string, group: string | undefined): string => writeSearch({ ...parseSearch(search), group })

/**
 * A way back names the group that was open and its entity; which page of the list that was on, and what was searched for, is
 * what this tab remembers, if it is of that group.
 */
export function asLeft(search: string, remembered: string): string | undefined {
  const asked = parseSearch(search)
  const left = parseSearch(remembered)
  const others = Object.keys(asked).filter(name => name !== 'group' && name !== 'entityId')
  const isSame = asked['group'] !== undefined && asked['group'] === left['group'] && asked['entityId'] === left['entityId']
  return isSame && others.length === 0 && search !== remembered ? remembered : undefined
}

type Farm = EntityRef & { readonly sectors: readonly EntityRef[] }

/** Farms and their houses, one below the other. */
export const placesOf = (farms: readonly Farm[]): readonly EntityRef[] =>
  farms.flatMap(({ sectors, ...farm }) => [farm, ...sectors])
