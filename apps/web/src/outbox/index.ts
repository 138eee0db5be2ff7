// The door of the slice: its page, and what an event shows of its messages.
export const pages = {
  '/outbox': () => import('./OutboxList.tsx'),
} as const

export { notificationsQuery } from './outbox.queries.ts'
export { SendingState } from './SendingState.tsx'
export { channelIcon, channelWord, channels, stateCount } from './words.ts'
