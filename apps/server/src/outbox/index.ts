export { outboxSlice } from './outbox.routes.ts'
export { letterOf } from './letter.ts'
export { outbox } from './outbox.ts'
export type { News, Outbox, PersonalLetter } from './outbox.ts'
