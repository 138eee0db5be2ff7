import { type DrillPlan, drills } from '@steading/contract/events/drills'
import { entities } from '@steading/contract/entities/entities'
import { queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { queryClient } from '../platform/api/queries.ts'
import { write } from '../platform/api/write.ts'

export const calls = api(drills)
const places = api(entities)

/** What the list keeps in its address. */
export const listSchema = drills.search.query

/** While one is under way a look at it is repeated. */
const often = 3_000

export const drillQuery = (id: string) =>
  queryOptions({
    queryKey: ['drills', 'one', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
    refetchInterval: ({ state }) => (state.data?.result === 'RUNNING' ? often : false),
  })

/** The last ones at and below an entity. */
export const lastQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['drills', 'last', entityId],
    queryFn: ({ signal }) => data(calls.search({ query: { entityId } }, { signal })),
    refetchInterval: ({ state }) => (state.data?.content.some(one => one.result === 'RUNNING') ? often : false),
  })

export const planQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['drills', 'plan', entityId],
    queryFn: ({ signal }) => data(calls.plan({ params: { id: entityId } }, { signal })),
  })

export const previewQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['drills', 'preview', entityId],
    queryFn: ({ signal }) => data(calls.preview({ params: { id: entityId } }, { signal })),
    staleTime: 0,
    gcTime: 0,
  })

/** The place that a page is about: its slice leads here, and cannot be asked. */
export const placeQuery = (id: string) =>
  queryOptions({
    queryKey: ['drills', 'place', id],
    queryFn: ({ signal }) => data(places.details({ params: { id } }, { signal })),
  })

const PAGES = 20
/** All of a span, the oldest first: a year of a farm's houses is a few pages. */
export const spanQuery = (entityId: string | undefined, fromDate: string, toDate: string) =>
  queryOptions({
    queryKey: ['drills', 'span', entityId, fromDate, toDate],
    queryFn: async ({ signal }) => {
      const all = []
      for (let currentPage = 0; currentPage < PAGES; currentPage++) {
        const query = { entityId, fromDate, toDate, currentPage, itemsPerPage: 50, sortDirection: 'ASC' } as const
        const { content, totalElements } = await data(calls.search({ query }, { signal }))
        all.push(...content)
        if (all.length >= totalElements || content.length === 0) break
      }
      return all
    },
  })

const changed = () => queryClient.invalidateQueries({ queryKey: ['drills'] })

export async function savePlan(entityId: string, body: { plan: DrillPlan | null; version: number }) {
  const saved = await data(write(['drills', 'setPlan'], calls.setPlan, { params: { id: entityId }, body }))
  await changed()
  return saved
}

export async function startDrill(entityId: string) {
  const { ids } = await data(write(['drills', 'start'], calls.start, { params: { id: entityId } }))
  await changed()
  return ids
}
