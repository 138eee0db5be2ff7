import { useSyncExternalStore } from 'react'

let known: MediaQueryList | undefined
const media = () => (known ??= matchMedia('(min-width: 1100px)'))
const subscribe = (listener: () => void) => {
  media().addEventListener('change', listener)
  return () => media().removeEventListener('change', listener)
}

/** True where the tree has room beside the page. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => media().matches)
