import type { EntityRef } from '@steading/contract/entities'

/** Houses as choices: by their names, those that are called alike with their farm before it. */
export const housesOffered = (houses: readonly Pick<EntityRef, 'id' | 'name' | 'displayName'>[]) =>
  houses.map(one => ({
    id: one.id,
    displayName: houses.some(other => other.id !== one.id && other.name === one.name) ? one.displayName : one.name,
  }))
