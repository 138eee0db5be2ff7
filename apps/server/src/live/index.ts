export { liveSlice } from './live.routes.ts'
