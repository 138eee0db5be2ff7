import { useRouterState } from '@tanstack/react-router'
import { parseSearch, writeSearch } from '../../platform/search.ts'
import { useGo } from '../Link.tsx'

/** Which tab of a page is open, kept in its address; the first one is not written. What another tab kept there is dropped. */
export function useTab<K extends string>(keys: readonly [K, ...K[]]): [current: K, open: (key: K) => void] {
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const asked = parseSearch(searchStr)['tab']
  return [
    keys.find(key => key === asked) ?? keys[0],
    key => go(pathname + writeSearch({ tab: key === keys[0] ? undefined : key }), { replace: true }),
  ]
}
