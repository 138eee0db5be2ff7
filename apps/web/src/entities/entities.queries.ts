import { type EntityRef, entities } from '@steading/contract/entities'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api.ts'
import { lifetimes } from '../platform/lifetimes.ts'
import { queryClient } from '../platform/queries.ts'

export const calls = api(entities)

/** Every active entity within reach. */
export const activeEntities = queryOptions({
  queryKey: ['entities', 'active'],
  queryFn: ({ signal }) => data(calls.list({ query: { entityStatus: 'ACTIVE' } }, { signal })),
  staleTime: lifetimes.activeFarms,
})

export const entityQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'details', id],
    queryFn: ({ signal }) => data(calls.details({ params: { id } }, { signal })),
  })

const parentQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'parent', id],
    queryFn: ({ signal }) => data(calls.parent({ params: { id } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

/** Deeper than any tree is: whoever walks up comes to an end. */
const mostSteps = 40

/** The entities from the top that one sees down to one, itself included. */
export const wayQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'way', id],
    queryFn: async (): Promise<readonly EntityRef[]> => {
      const { displayName, name, type, parent } = await queryClient.fetchQuery({
        ...entityQuery(id),
        staleTime: lifetimes.lookUp,
      })
      const way: EntityRef[] = [{ id, displayName, name, type }]
      for (let up = parent; up && way.length < mostSteps; up = await queryClient.fetchQuery(parentQuery(up.id))) way.unshift(up)
      return way
    },
    staleTime: lifetimes.lookUp,
  })

/** As many as one looks through before typing more. */
const mostHits = 20

/** Entities that a text finds, those first that fit best. */
export const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['entities', 'found', text],
    queryFn: ({ signal }) =>
      data(calls.search({ query: { search: text, itemsPerPage: mostHits, sortProperty: 'match' } }, { signal })),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
