import { entities } from '@steading/contract/entities/entities'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, data } from '../platform/api/api.ts'
import { lifetimes } from '../platform/api/lifetimes.ts'

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
