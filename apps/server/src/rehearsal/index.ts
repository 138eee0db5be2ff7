export { rehearsalSlice } from './rehearsal.routes.ts'
