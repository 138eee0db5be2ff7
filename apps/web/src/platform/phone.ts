import { useSyncExternalStore } from 'react'

let known: MediaQueryList | undefined
const media = () => (known ??= matchMedia('(max-width: 767px)'))
const subscribe = (listener: () => void) => {
  media().addEventListener('change', listener)
  return () => media().removeEventListener('change', listener)
}

/** True where the rail becomes a bottom bar and rows become cards: below 768 px. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => media().matches)
