import { useState } from 'react'
import { keepFocus } from './focus.ts'
import { useTellError } from './useTellError.ts'

/**
 * Async action of a button: runs once at a time, and a failure opens the error dialog. `run` answers whether it succeeded.
 * `what`: first sentence of the dialog.
 */
export function useAsyncAction(what?: string): { busy: boolean; run: (work: () => Promise<void>) => Promise<boolean> } {
  const [busy, setBusy] = useState(false)
  const tellError = useTellError()
  const run = async (work: () => Promise<void>) => {
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
      // The action may have removed the button.
      keepFocus(null, 100)
    }
  }
  return { busy, run }
}
