import { useEffect, useState } from 'react'

const typingPause = 250

/** Debounced text: changes after a pause in typing. */
export function usePaused(text: string): string {
  const [paused, set] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => set(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
