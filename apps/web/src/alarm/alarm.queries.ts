import { type EventStep, events } from '@steading/contract/events'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { tab } from '../platform/remember.ts'

const calls = api(events)
const KEPT = 'alarm'

/** What the link of this tab was exchanged for; another tab, or another device, has none. */
export const kept = (): string | undefined => tab.read(KEPT)

/** Opens the link, which it does once. */
export async function follow(token: string) {
  const { key, alarm } = await data(calls.followLink({ body: { token } }))
  tab.write(KEPT, key)
  return alarm
}

export const alarmQuery = (key: string) =>
  queryOptions({
    queryKey: ['alarm', key],
    queryFn: ({ signal }) => data(calls.linked({ body: { key } }, { signal })),
    refetchInterval: 30_000,
  })

export const take = (key: string, step: EventStep, notes: string) =>
  data(calls.stepByLink({ body: { key, step, ...(notes && { notes }) } }))
