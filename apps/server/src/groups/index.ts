export { groupsSlice } from './groups.routes.ts'
export { createGroup, leaveGroups } from './groups.ts'
