// The door of the slice: what others need to name entities, and to choose where one stands.
export { activeEntities, useEntityChoices, useFoundEntities } from './entities.queries.ts'
export { EntitySwitcher } from './EntitySwitcher.tsx'
export { type Place, treeRows, wayTo } from './tree.ts'
export { within } from './within.ts'
export { EntityFilter } from './EntityFilter.tsx'
