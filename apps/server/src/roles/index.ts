export { rolesSlice } from './roles.routes.ts'
export { copyRole, holdsAll } from './roles.ts'
export { insertRole, isRootHeld, isRootRole, rolesAt } from './roles.sql.ts'
