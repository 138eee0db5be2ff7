import type { Widget } from '@steading/contract/widgets/dashboardViews'
import type { House } from '@steading/contract/widgets/houses'
import { type ReactNode, useMemo } from 'react'
import type { ShownWidget } from '../../widgets/index.ts'
import HousePicker from './HousePicker.tsx'
import { categoriesOf, useHouses, useShownHouse } from './useHouse.ts'

/** Shows widgets for the house of the address, and hands over what chooses another one. */
export default function HouseChoice({
  dashboardId,
  houses: known,
  widgets: stored,
  isArranged = false,
  children,
}: {
  /** Its houses are fetched; undefined where they are known. */
  dashboardId?: string | undefined
  houses?: readonly House[] | undefined
  widgets: readonly Widget[]
  /** Sensors of all categories are fetched, so that a widget that is added has its own at once. */
  isArranged?: boolean
  children: (widgets: readonly ShownWidget[], picker: ReactNode) => ReactNode
}) {
  const categories = useMemo(() => categoriesOf(stored), [stored])
  const fetched = useHouses(dashboardId, isArranged ? undefined : categories)
  const state = useMemo(() => (known ? { houses: known } : fetched), [known, fetched])
  const { house, widgets } = useShownHouse(state, stored)
  return children(widgets, house && <HousePicker houses={state.houses ?? []} house={house} />)
}
