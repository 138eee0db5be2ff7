export { groupsSlice } from './groups.routes.ts'
export { leaveGroups } from './groups.ts'
