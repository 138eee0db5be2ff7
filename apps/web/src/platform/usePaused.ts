import { useEffect, useState } from 'react'

const typingPause = 250

/** A text as it stands when the typing pauses. */
export function usePaused(text: string): string {
  const [paused, set] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => set(text), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
