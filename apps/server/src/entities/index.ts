export { entitiesSlice } from './entities.routes.ts'
export { createEntity, mustBeActive } from './entities.ts'
export { entityRef, isEntityInReach } from './entities.sql.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** An entity is new, other than it was, elsewhere, or gone (then the one above it). */
    'entity.changed': { entityId: string }
  }
}
