export { analyticsSlice } from './analytics.routes.ts'
