import { useEffect, useRef } from 'react'

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>
  readonly action: () => void
  readonly onCancel: () => void
}

/**
 * One action that waits, and can be cancelled until it runs. It runs at once when the page is hidden or the component goes
 * away: a timer of a hidden page is late, and a command that was given must not get lost because somebody turned the page.
 * Arranging the dashboard cancels it: the widget stays in sight, but operates nothing.
 */
export function useDelayed() {
  const waiting = useRef<Waiting>(undefined)
  const cancel = () => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }
  const run = () => {
    const action = waiting.current?.action
    cancel()
    action?.()
  }
  /** `onCancel`: the dashboard is arranged before the action ran. */
  const delay = (ms: number, action: () => void, onCancel: () => void) => {
    cancel()
    waiting.current = { timer: setTimeout(run, ms), action, onCancel }
  }
  useEffect(() => {
    const hide = () => document.hidden && run()
    // In the capture phase: before the press takes the widgets away.
    const arrange = ({ target }: MouseEvent) => {
      if (!(target instanceof Element && target.closest('.board-edit'))) return
      const onCancel = waiting.current?.onCancel
      cancel()
      onCancel?.()
    }
    document.addEventListener('visibilitychange', hide)
    document.addEventListener('click', arrange, true)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      document.removeEventListener('click', arrange, true)
      run()
    }
    // Everything it needs stands in the ref.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return { delay, cancel }
}
