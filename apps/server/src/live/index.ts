export { liveSlice } from './live.routes.ts'
export { streamQuota } from './quota.ts'
