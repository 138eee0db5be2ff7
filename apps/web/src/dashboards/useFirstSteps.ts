import type { EntityType } from '@steading/contract/entities'
import { entities } from '@steading/contract/entities'
import { terminals } from '@steading/contract/terminals'
import type { TextKey } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { to } from '../app/index.ts'
import { api, data } from '../platform/api.ts'
import { writeSearch } from '../platform/search.ts'
import { useMay, useSignedIn } from '../platform/session.ts'

const calls = { entities: api(entities), terminals: api(terminals) }

export interface Step {
  readonly word: TextKey
  readonly href: string
  readonly done: boolean
}

const makes = (type: EntityType) => to('/system/entities/create') + writeSearch({ type })
const areThere = async (type: EntityType, signal: AbortSignal) =>
  (await data(calls.entities.search({ query: { entityTypeNames: [type], itemsPerPage: 10 } }, { signal }))).totalElements > 0

async function fetchSteps(signal: AbortSignal): Promise<readonly Step[]> {
  const [company, farm, box] = await Promise.all([
    areThere('ENTERPRISE', signal),
    areThere('FARM', signal),
    data(calls.terminals.search({ query: { itemsPerPage: 10 } }, { signal })).then(page => page.totalElements > 0),
  ])
  return [
    { word: 'dashboard.first.company', href: makes('ENTERPRISE'), done: company },
    { word: 'dashboard.first.farm', href: makes('FARM'), done: farm },
    { word: 'dashboard.first.box', href: to('/system/terminals/create'), done: box },
  ]
}

const needed = ['entities.read', 'entities.create', 'terminals.read', 'terminals.create'] as const

/** What a new platform needs before it has anything to show, for who may make it; null where nothing is left, undefined until that is known. */
export function useFirstSteps(): readonly Step[] | null | undefined {
  const may = useMay()
  const { rootEntity } = useSignedIn()
  const isTheirs = rootEntity.type === 'ROOT' && needed.every(one => may(one))
  const { data: steps, isError } = useQuery({
    queryKey: ['dashboards', 'first steps'],
    queryFn: ({ signal }) => fetchSteps(signal),
    enabled: isTheirs,
    // Whoever made one of them comes back to the next.
    staleTime: 0,
  })
  if (!isTheirs || isError) return null
  return steps?.every(one => one.done) ? null : steps
}
