import { useState } from 'react'
import { explain } from '../platform/failures.ts'
import { useText } from '../platform/texts.tsx'

/** What a button does, one at a time; what fails stands on the page: outside the shell there are no dialogs. */
export function useTry() {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const act = async (work: () => Promise<void>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(explain(error, t).sentence)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, act }
}
