// The door of the slice: its pages, and what others need to name entities and to choose one.
export { activeEntities, entityQuery } from './entities.queries.ts'
export { EntitySwitcher } from './EntitySwitcher.tsx'
export { type Place, treeRows, wayTo } from './tree.ts'
export { within } from './within.ts'
export { EntityFilter } from './EntityFilter.tsx'
export { PlaceSelect } from './PlaceSelect.tsx'
export { placesIn, usePlace, usePlaceKnown } from './choices.queries.ts'
export { PlaceField } from './PlaceField.tsx'
export { PlaceLink } from './PlaceLink.tsx'
export { useStart, useTops } from './useStart.ts'
export type { Start } from './useStart.ts'
export { TypeIcon, newEntity, typeWord, wayOf } from './words.tsx'

export const pages = {
  '/system/entities': () => import('./EntityList.tsx'),
  '/system/entities/create': () => import('./EntityCreate.tsx'),
  '/system/entities/{entityid}/details': () => import('./EntityDetails.tsx'),
} as const
