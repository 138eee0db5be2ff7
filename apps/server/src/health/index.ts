export { healthSlice } from './health.routes.ts'
