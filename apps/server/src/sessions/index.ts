export { identifier, sessionsSlice } from './sessions.routes.ts'
export { offerSetup } from './setup.ts'
export { personActor } from './personActor.ts'
