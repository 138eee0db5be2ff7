import { CallFailed } from '@steading/contract/http/client'
import { type Check, type EventStep, type Finding, events } from '@steading/contract/events/events'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { write } from '../platform/api/write.ts'
import { forgetKey, keepKey } from './storedKeys.ts'

const calls = api(events)

/** Opens the link, which it does once. */
export async function follow(token: string) {
  const opened = await data(calls.followLink({ body: { token } }))
  keepKey(token, opened.key)
  return opened
}

/** What is wrong with a link, or with what it was exchanged for, that opens nothing however often it is tried; undefined: with something else. */
export const wrongLink = (error: unknown) =>
  error instanceof CallFailed
    ? error.failure?.fields.find(field => field.field === 'token' || field.field === 'key')?.code
    : undefined

/** `eventId`: which, of a message that told of several. */
export const alarmQuery = (key: string, eventId?: string) =>
  queryOptions({
    queryKey: ['alarm', key, eventId ?? null],
    queryFn: async ({ signal }) => {
      try {
        return await data(calls.linked({ body: { key, ...(eventId && { eventId }) } }, { signal }))
      } catch (error) {
        // It is over, or its person may not see the place any more.
        if (error instanceof CallFailed && error.failure?.fields.some(field => field.field === 'key')) forgetKey(key)
        throw error
      }
    },
    refetchInterval: 30_000,
  })

interface Taken {
  eventId: string
  step: EventStep | null
  notes: string
  arrivesIn?: number
  checks?: Check[]
  finding?: Finding
}

export const take = (key: string, { notes, ...taken }: Taken) =>
  data(write(['events', 'stepByLink'], calls.stepByLink, { body: { key, ...taken, ...(notes && { notes }) } }))
