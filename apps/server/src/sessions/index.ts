export { identifier, sessionsSlice } from './sessions.routes.ts'
