import { useRouterState } from '@tanstack/react-router'
import { parseSearch, writeSearch } from '../../../platform/navigation/search.ts'
import { useGo } from '../../Link.tsx'

const nothing: readonly string[] = []

/**
 * Which tab of a page is open, kept in its address; the first one is not written. What another tab kept there is dropped, but for
 * the parameters of the page itself, `keep`.
 */
export function useTab<K extends string>(
  keys: readonly [K, ...K[]],
  keep: readonly string[] = nothing,
): [current: K, open: (key: K) => void] {
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const search = parseSearch(searchStr)
  const asked = search['tab']
  const keptSearch = Object.fromEntries(Object.entries(search).filter(([name]) => keep.includes(name)))
  return [
    keys.find(key => key === asked) ?? keys[0],
    key => go(pathname + writeSearch({ ...keptSearch, tab: key === keys[0] ? undefined : key }), { replace: true }),
  ]
}
