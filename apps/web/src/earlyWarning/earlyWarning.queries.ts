import { earlyWarning } from '@steading/contract/production/earlyWarning'
import type { EarlyWarning } from '@steading/contract/production/earlyWarning'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'
import { write } from '../platform/api/write.ts'

const calls = api(earlyWarning)

export const listSchema = earlyWarning.houses.query

/** A page of houses, each by the id of its entity. */
export async function searchHouses(query: z.output<typeof listSchema>, signal?: AbortSignal) {
  const page = await data(calls.houses({ query }, { ...(signal && { signal }) }))
  return { ...page, content: page.content.map(house => ({ ...house, id: house.entity.id })) }
}
export type HouseOfList = Awaited<ReturnType<typeof searchHouses>>['content'][number]

export async function setHouse(id: string, enabled: boolean): Promise<void> {
  await data(write(['earlyWarning', 'setHouse'], calls.setHouse, { params: { id }, body: { enabled } }))
  await queryClient.invalidateQueries({ queryKey: ['earlyWarning'] })
}

export const warningQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['earlyWarning', 'event', eventId],
    queryFn: async ({ signal }) => (await data(calls.ofEvent({ params: { id: eventId } }, { signal }))).warning,
  })

/** Did somebody answer the warning itself? What the review of its event found is no such answer. */
export const isAnswered = ({ answer, answeredAt }: EarlyWarning): boolean => answeredAt !== null && answer !== 'UNKNOWN'

/** Stores the answer; after NO the event closes, too. */
export async function answer(eventId: string, body: z.output<typeof earlyWarning.answer.body>): Promise<void> {
  const saved = await data(write(['earlyWarning', 'answer'], calls.answer, { params: { id: eventId }, body }))
  queryClient.setQueryData(warningQuery(eventId).queryKey, saved)
  await Promise.all(['events', 'earlyWarning'].map(name => queryClient.invalidateQueries({ queryKey: [name] })))
}
