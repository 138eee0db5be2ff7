import { useState } from 'react'
import { keepFocus } from './focus.ts'
import { useTellError } from './useTellError.ts'

/**
 * What a button does: one at a time, and what fails is told in a dialog. `act` answers whether it worked.
 * `what` is the sentence that the dialog begins with.
 */
export function useAct(what?: string): { busy: boolean; act: (work: () => Promise<void>) => Promise<boolean> } {
  const [busy, setBusy] = useState(false)
  const tellError = useTellError()
  const act = async (work: () => Promise<void>) => {
    if (busy) return false
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      await tellError(error, what)
      return false
    } finally {
      setBusy(false)
      // The button may have gone with what it did.
      keepFocus(null, 100)
    }
  }
  return { busy, act }
}
