import { useRouterState } from '@tanstack/react-router'
import { parseSearch, writeSearch } from '../../platform/navigation/search.ts'
import { useGo } from '../../ui/Link.tsx'
import type { Range } from '../range/chartWindows.ts'

interface Search {
  /** Range of all charts; undefined: each chart has its own. */
  readonly hours?: Range | undefined
  readonly dashboard?: string
}

/** Sets parts of the search of the address. */
export function useSetSearch(): (part: Search) => void {
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  return part => go(pathname + writeSearch({ ...parseSearch(searchStr), ...part }), { replace: true })
}
