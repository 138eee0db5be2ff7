export { groupsSlice } from './groups.routes.ts'
export { searchGroups } from './groups.sql.ts'
export { createGroup, leaveGroups, present as presentGroup } from './groups.ts'
