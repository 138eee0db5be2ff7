import { entities } from '@steading/contract/entities'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, data } from '../platform/api.ts'
import { within } from './within.ts'

const calls = api(entities)
const fiveMinutes = 300_000

/** Every active entity within reach. */
export const activeEntities = queryOptions({
  queryKey: ['entities', 'active'],
  queryFn: ({ signal }) => data(calls.list({ query: { entityStatus: 'ACTIVE' } }, { signal })),
  staleTime: fiveMinutes,
})

/**
 * Active entities as choices of a filter or a form, by name; none until they have arrived. `top` leaves only that one and what
 * lies below it.
 */
export function useEntityChoices(top?: string): readonly { readonly value: string; readonly label: string }[] {
  const { data: found } = useQuery(activeEntities)
  return useMemo(
    () =>
      within(found ?? [], top)
        .map(({ id, displayName }) => ({ value: id, label: displayName }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [found, top],
  )
}
