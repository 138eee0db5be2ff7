import { useRouterState } from '@tanstack/react-router'
import { parseSearch, writeSearch } from '../platform/search.ts'
import { useGo } from '../ui/Link.tsx'
import type { Range } from './windows.ts'

/** Changes the range that charts are asked for, in the address; undefined leaves each its own. */
export function useRange(): (hours: Range | undefined) => void {
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  return hours => go(pathname + writeSearch({ ...parseSearch(searchStr), hours }), { replace: true })
}
