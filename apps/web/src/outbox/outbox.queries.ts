import { outbox, outboxPages, CHANNELS, SendingState } from '@steading/contract/events/outbox'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { Id } from '@steading/contract/http/fields'
import { api, data } from '../platform/api/api.ts'

const calls = api(outbox)

/** What the list keeps in its address. */
export const listSchema = outboxPages.query.extend({
  eventId: Id.optional(),
  channel: z.enum(CHANNELS).optional(),
  state: SendingState.optional(),
})
export type OutboxQuery = z.output<typeof listSchema>

export const searchOutbox = (query: OutboxQuery, signal: AbortSignal) => data(calls.search({ query }, { signal }))

/** The newest messages of one event: enough to tell who heard of it. */
export const notificationsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['outbox', 'event', eventId],
    queryFn: ({ signal }) => data(calls.search({ query: { eventId, itemsPerPage: 50 } }, { signal })),
  })

/** One message with each of its tries. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['outbox', 'message', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })
