import { useRouterState } from '@tanstack/react-router'
import { parseSearch, writeSearch } from '../../platform/navigation/search.ts'
import { useGo } from '../../ui/Link.tsx'
import type { Range } from './chartWindows.ts'

/** Sets the range of all charts in the URL; undefined: each chart has its own. */
export function useRange(): (hours: Range | undefined) => void {
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  return hours => go(pathname + writeSearch({ ...parseSearch(searchStr), hours }), { replace: true })
}
