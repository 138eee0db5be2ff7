import { sessionSource } from './sessionSource.ts'
import { type BoardSource, type DashboardSource, useBoardSource } from './source.ts'

const isWhole = (source: BoardSource): source is DashboardSource => 'silo' in source

/** All content of the dashboard around. Widgets alone load it: the contracts behind it are large. */
export function useSource(): DashboardSource {
  const source = useBoardSource()
  return isWhole(source) ? source : sessionSource
}
