import { useEffect, useRef } from 'react'

/**
 * One action that waits, and can be cancelled until it runs. It runs at once when the page is hidden or the component goes
 * away: a timer of a hidden page is late, and a command that was given must not get lost because somebody turned the page.
 */
export function useDelayed() {
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly action: () => void }>(undefined)
  const cancel = () => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }
  const run = () => {
    const action = waiting.current?.action
    cancel()
    action?.()
  }
  const delay = (ms: number, action: () => void) => {
    cancel()
    waiting.current = { timer: setTimeout(run, ms), action }
  }
  useEffect(() => {
    const hide = () => document.hidden && run()
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      run()
    }
    // Everything it needs stands in the ref.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return { delay, cancel }
}
