// The door of the slice: its page, what an event shows of its messages, and the entries that say who is told.
export const pages = {
  '/outbox': () => import('./OutboxList.tsx'),
} as const

export { notificationsQuery } from './outbox.queries.ts'
export { SendingState } from './SendingState.tsx'
export { channelIcon, channelWord, channels, stateCount } from './words.ts'
export { channelAt, contactCount, everyChannel, mute, nonEmptyActions, unnamed, usualActions } from './actions.ts'
export { contactProblems, isContactField } from './contacts.ts'
export { everybody, inChargeQuery, usePeople } from './people.queries.ts'
export { PeopleSelect, PersonSelect } from './PeopleSelect.tsx'
export { RecipientFields, useChannels } from './RecipientFields.tsx'
