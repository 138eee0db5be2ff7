import { queryOptions } from '@tanstack/react-query'
import { lifetimes } from '../../platform/api/lifetimes.ts'
import { lazyModule } from '../../platform/modules/lazyModule.ts'

/** The contract of entities is large, and the first page does without it where nobody has chosen an entity. */
const code = lazyModule(() => import('./fetchWay.ts'))

/** The entities from the top that one sees down to one, itself included. */
export const wayQuery = (id: string) =>
  queryOptions({
    queryKey: ['entities', 'way', id],
    queryFn: async ({ signal }) => (await code.load(signal)).fetchWay(id),
    staleTime: lifetimes.lookUp,
  })
