export { entitiesSlice } from './entities.routes.ts'
export { createEntity } from './entities.ts'
export { entityRef } from './entities.sql.ts'
