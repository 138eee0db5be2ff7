import { useEffect, useState } from 'react'

/**
 * Once the screen has settled (`after` ms), whoever goes on by keyboard is at `from` again, or where that is gone at the beginning of the page:
 * never nowhere. Whoever has gone on meanwhile stays where they are.
 */
export function keepFocus(from?: Element | null, after = 0): void {
  setTimeout(() => {
    const isLost = () => document.activeElement === document.body || document.activeElement === null
    if (isLost() && from instanceof HTMLElement) from.focus({ preventScroll: true })
    if (isLost()) document.getElementById('main')?.focus({ preventScroll: true })
  }, after)
}

/** Who goes on by keyboard is back where they were: the library gives the focus back only where it saw the window open. */
export function useWayBack() {
  const [from] = useState(() => document.activeElement)
  useEffect(() => () => keepFocus(from), [from])
}
