import { useState } from 'react'
import { explain } from '../platform/api/failures.ts'
import { useText } from '../platform/texts.tsx'

/** What a button does, one at a time; what fails stands on the page: outside the shell there are no dialogs. */
export function useTry() {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const act = async (work: () => Promise<void>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setError(undefined)
    try {
      await work()
      return true
    } catch (why) {
      setError(why)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, problem: error === undefined ? undefined : explain(error, t).sentence, act }
}
