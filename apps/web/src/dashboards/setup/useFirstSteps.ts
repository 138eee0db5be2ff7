import type { EntityType } from '@steading/contract/entities/entities'
import { entities } from '@steading/contract/entities/entities'
import { terminals } from '@steading/contract/devices/terminals'
import type { TextKey } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { to } from '../../platform/navigation/paths.ts'
import { api, data } from '../../platform/api/api.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay, useSignedIn } from '../../platform/session/session.ts'

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

/** Set-up steps that a new platform still needs, for users with the permissions; null if none, undefined while loading. */
export function useFirstSteps(): readonly Step[] | null | undefined {
  const may = useMay()
  const { rootEntity } = useSignedIn()
  const mayDoSteps = rootEntity.type === 'ROOT' && needed.every(one => may(one))
  const { data: steps, isError } = useQuery({
    queryKey: ['dashboards', 'first steps'],
    queryFn: ({ signal }) => fetchSteps(signal),
    enabled: mayDoSteps,
    // Refetch on return: a step may have been completed on another page.
    staleTime: 0,
  })
  if (!mayDoSteps || isError) return null
  return steps?.every(step => step.done) ? null : steps
}
