import type { EntityChoice } from '@steading/contract/entities/entities'

/** The companies that one may choose from: how many, and the first of them. */
export interface Enterprises {
  readonly total: number
  readonly first: Pick<EntityChoice, 'id'> | undefined
}

interface PlaceValues {
  readonly enterpriseId: string | null
  readonly entityId: string | null
}

/** What an event may be at. */
export const isFarmOrSector = ({ type }: Pick<EntityChoice, 'type'>) => type === 'FARM' || type === 'SECTOR'

/** The company whose places are offered: the one that was chosen, that of the place, or the only one there is. */
export const chosenEnterprise = (
  { total, first }: Enterprises,
  place: Pick<EntityChoice, 'enterprise'> | undefined,
  { enterpriseId, entityId }: PlaceValues,
): string | null =>
  enterpriseId ?? (entityId === null ? undefined : place?.enterprise?.id) ?? (total === 1 && first ? first.id : null)

/** What is still to be chosen before an event has a place. */
export const missingPlaceField = (companies: Enterprises, values: PlaceValues): 'enterpriseId' | 'entityId' | undefined =>
  values.entityId !== null
    ? undefined
    : companies.total > 0 && chosenEnterprise(companies, undefined, values) === null
      ? 'enterpriseId'
      : 'entityId'
