export { escalationSlice } from './escalation.routes.ts'
export { guardPerson, guardPlace } from './leaving.ts'
export { stepAt } from './ladder.ts'
export type { LadderStep } from './ladder.ts'
