export { auditSlice } from './audit.routes.ts'
