import { useEffect, useState } from 'react'

/**
 * Restores the keyboard focus to `from` after `after` ms, or to the start of the page if that element was removed. A focus that
 * moved elsewhere meanwhile stays.
 */
export function keepFocus(from?: Element | null, after = 0): void {
  setTimeout(() => {
    const isLost = () => document.activeElement === document.body || document.activeElement === null
    if (isLost() && from instanceof HTMLElement) from.focus({ preventScroll: true })
    if (isLost()) document.getElementById('main')?.focus({ preventScroll: true })
  }, after)
}

/** Restores the focus when a modal closes: the library does so only if the modal was mounted closed. */
export function useWayBack() {
  const [from] = useState(() => document.activeElement)
  useEffect(() => () => keepFocus(from), [from])
}
