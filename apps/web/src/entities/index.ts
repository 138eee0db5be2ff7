// The door of the slice: its pages, and what others need to name entities and to choose one.
export { activeEntities, entityQuery } from './entities.queries.ts'
export { EntitySwitcher } from './tree/EntitySwitcher.tsx'
export { type Place, treeRows, wayTo } from './tree/tree.ts'
export { within } from './within.ts'
export { EntityFilter } from './EntityFilter.tsx'
export { PlacesFilter } from './PlacesFilter.tsx'
export { PlaceSelect } from './PlaceSelect.tsx'
export { placesIn, useFarmOf, usePlace, usePlaceKnown } from './choices.queries.ts'
export { usePlaceZone } from './usePlaceZone.ts'
export { PlaceField } from './tree/PlaceField.tsx'
export { PlaceLink } from './PlaceLink.tsx'
export { useStart, useTops } from './useStart.ts'
export type { StartEntity } from './useStart.ts'
export { TypeIcon, newEntity, typeWord, wayOf } from './words.tsx'

export const pages = {
  '/system/entities': () => import('./list/EntityList.tsx'),
  '/system/entities/create': () => import('./form/EntityCreate.tsx'),
  '/system/entities/{entityid}/details': () => import('./details/EntityDetails.tsx'),
} as const
