export { rolesSlice } from './roles.routes.ts'
export { holdsAll } from './roles.ts'
export { copyRole, insertRole, isRootHeld, rolesAt } from './roles.sql.ts'
