import type { EntityType } from '@steading/contract/entities'
import { within } from '../entities/index.ts'

export interface Place {
  readonly id: string
  readonly displayName: string
  readonly type: EntityType
  readonly parentId: string | null
}

/** The companies that one may choose from. */
export const enterprisesIn = (all: readonly Place[]): readonly Place[] => all.filter(one => one.type === 'ENTERPRISE')

/** Farms, houses and rooms of a company; of all that one sees where it is not known. */
export const placesIn = (all: readonly Place[], enterpriseId: string | null): readonly Place[] =>
  within(all, enterpriseId ?? undefined).filter(one => one.type === 'FARM' || one.type === 'SECTOR')

/** The company that a place stands in, as far as one sees it. */
export function enterpriseOf(all: readonly Place[], id: string | null): Place | undefined {
  const known = new Map(all.map(one => [one.id, one]))
  let at = id === null ? undefined : known.get(id)
  for (let steps = all.length; at && at.type !== 'ENTERPRISE' && steps > 0; steps--)
    at = at.parentId === null ? undefined : known.get(at.parentId)
  return at?.type === 'ENTERPRISE' ? at : undefined
}

/** The company whose places are offered: the one that was chosen, that of the place, or the only one there is. */
export function chosenEnterprise(
  all: readonly Place[],
  { enterpriseId, entityId }: { readonly enterpriseId: string | null; readonly entityId: string | null },
): string | null {
  const [only, ...more] = enterprisesIn(all)
  return enterpriseId ?? enterpriseOf(all, entityId)?.id ?? (only && more.length === 0 ? only.id : null)
}

/** What is still to be chosen before an event has a place; `known`: where it stands already. */
export function placeLacking(
  all: readonly Place[],
  of: { readonly enterpriseId: string | null; readonly entityId: string | null },
  known: string | undefined,
): 'enterpriseId' | 'entityId' | undefined {
  if (of.entityId !== null && (of.entityId === known || placesIn(all, null).some(one => one.id === of.entityId))) return undefined
  return enterprisesIn(all).length > 0 && chosenEnterprise(all, of) === null ? 'enterpriseId' : 'entityId'
}
