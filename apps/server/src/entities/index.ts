export { entitiesSlice } from './entities.routes.ts'
export { createEntity, editEntity, mustBeActive, presentRef, removeEntity, takeFromCharge, withUnseen } from './entities.ts'
export type { Guard, Leaves, Zones } from './entities.ts'
export {
  areInLine,
  displayName,
  entityById,
  entityRef,
  isEntityInReach,
  listEntities,
  mapped,
  responsiblesAt,
  seenOf,
  setResponsibles,
  touchEntity,
  worstOpenEvents,
} from './entities.sql.ts'
export { transferEntity } from './transfer.ts'
export type { Moved } from './transfer.ts'
export { shareTree } from './tree.sql.ts'

declare module '../platform/bus.ts' {
  interface Messages {
    /** An entity is new, other than it was, elsewhere, or gone (then the one above it). */
    'entity.changed': { entityId: string }
  }
}
