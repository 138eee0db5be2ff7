import type { Widget } from '@steading/contract/widgets/dashboardViews'
import type { House } from '@steading/contract/widgets/houses'
import { namedHouseSensors } from '@steading/contract/widgets/definition'
import { houseSensorOf } from '@steading/contract/widgets/houseSensors'
import { definitionOf } from '@steading/contract/widgets/widgets'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { parseSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import type { ShownWidget } from '../../widgets/index.ts'
import { housesQuery } from './house.queries.ts'
import { type HouseState, shownWidget } from './shownWidget.ts'

type Configured = readonly Pick<Widget, 'type' | 'configs'>[]

/** Categories of the sensors of the house that widgets name, each once. */
export const categoriesOf = (widgets: Configured): readonly string[] =>
  [
    ...new Set(
      widgets
        .flatMap(({ type, configs }) => namedHouseSensors(definitionOf(type), configs))
        .flatMap(key => houseSensorOf(key)?.category ?? []),
    ),
  ].toSorted()

/** Houses of a dashboard with their sensors of some categories; undefined: of all. Not asked for without a dashboard. */
export function useHouses(dashboardId: string | undefined, categories: readonly string[] | undefined): HouseState {
  const { data, error, refetch } = useQuery({
    ...housesQuery(dashboardId ?? '', categories),
    enabled: dashboardId !== undefined && categories?.length !== 0,
    // Other categories: the sensors known so far stay on the screen.
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () => ({ houses: data, failure: data || !error ? undefined : { error, retry: () => void refetch() } }),
    [data, error, refetch],
  )
}

export interface ShownHouse {
  /** The one of the address, else the first one; undefined while they are fetched, and where there is none. */
  readonly house: House | undefined
  /** The widgets with the sensors of the house. */
  readonly widgets: readonly ShownWidget[]
}

/** The house that is shown, and the widgets as they show it. */
export function useShownHouse(state: HouseState, stored: readonly Widget[]): ShownHouse {
  const t = useText()
  const asked = useRouterState({ select: ({ location }) => parseSearch(location.searchStr)['house'] })
  return useMemo(() => {
    const house = state.houses?.find(({ id }) => id === String(asked)) ?? state.houses?.[0]
    return { house, widgets: stored.map(widget => shownWidget(widget, house, state, t)) }
  }, [state, asked, stored, t])
}
