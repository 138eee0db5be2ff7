import { CallFailed } from '@steading/contract/client'
import { type EventStep, events } from '@steading/contract/events'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { forgetKey, keepKey } from './kept.ts'

const calls = api(events)

/** Opens the link, which it does once. */
export async function follow(token: string) {
  const opened = await data(calls.followLink({ body: { token } }))
  keepKey(token, opened.key)
  return opened
}

/** What is wrong with a link, or with what it was exchanged for, that opens nothing however often it is tried; undefined: with something else. */
export const wrongLink = (error: unknown) =>
  error instanceof CallFailed ? error.failure?.fields.find(one => one.field === 'token' || one.field === 'key')?.code : undefined

/** `eventId`: which, of a message that told of several. */
export const alarmQuery = (key: string, eventId?: string) =>
  queryOptions({
    queryKey: ['alarm', key, eventId ?? null],
    queryFn: async ({ signal }) => {
      try {
        return await data(calls.linked({ body: { key, ...(eventId && { eventId }) } }, { signal }))
      } catch (error) {
        // It is over, or its person may not see the place any more.
        if (error instanceof CallFailed && error.failure?.fields.some(one => one.field === 'key')) forgetKey(key)
        throw error
      }
    },
    refetchInterval: 30_000,
  })

export const take = (key: string, { eventId, step, notes }: { eventId: string; step: EventStep | null; notes: string }) =>
  data(calls.stepByLink({ body: { key, eventId, step, ...(notes && { notes }) } }))
