import { useSyncExternalStore } from 'react'

let known: MediaQueryList | undefined
const media = () => (known ??= matchMedia('(max-width: 767px)'))
const subscribe = (listener: () => void) => {
  media().addEventListener('change', listener)
  return () => media().removeEventListener('change', listener)
}

/** Whether the layout is that of a phone (below 768 px): bottom bar instead of rail, cards instead of rows. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => media().matches)
