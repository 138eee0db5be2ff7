export { outboxSlice } from './outbox.routes.ts'
export { outbox } from './outbox.ts'
export type { News, Outbox } from './outbox.ts'
