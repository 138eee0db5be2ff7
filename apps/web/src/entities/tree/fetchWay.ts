import type { EntityRef } from '@steading/contract/entities/entities'
import { queryOptions } from '@tanstack/react-query'
import { data } from '../../platform/api/api.ts'
import { lifetimes } from '../../platform/api/lifetimes.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { calls, entityQuery } from '../entities.queries.ts'

const parentQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'parent', id],
    queryFn: ({ signal }) => data(calls.parent({ params: { id } }, { signal })),
    staleTime: lifetimes.lookUp,
  })

/** Deeper than any tree is: whoever walks up comes to an end. */
const mostSteps = 40

export async function fetchWay(id: string): Promise<readonly EntityRef[]> {
  const { displayName, name, type, parent } = await queryClient.fetchQuery({
    ...entityQuery(id),
    staleTime: lifetimes.lookUp,
  })
  const way: EntityRef[] = [{ id, displayName, name, type }]
  for (let up = parent; up && way.length < mostSteps; up = await queryClient.fetchQuery(parentQuery(up.id))) way.unshift(up)
  return way
}
