export { dialsSlice } from './dials.routes.ts'
