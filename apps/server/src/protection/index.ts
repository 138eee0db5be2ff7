export { protectionSlice } from './protection.routes.ts'
export { createPlanNotices } from './notices.ts'
export { savePlan } from './plan.sql.ts'
