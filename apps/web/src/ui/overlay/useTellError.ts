import { explain } from '../../platform/failures.ts'
import { lapsed } from '../../platform/session.ts'
import { useText } from '../../platform/texts.tsx'
import { tell } from './dialogs.ts'

/** The error dialog: what did not work, why, and the request's id. `what` is a sentence of the screen. */
export function useTellError(): (error: unknown, what?: string) => Promise<void> {
  const t = useText()
  return async (error, what) => {
    // That the session has ended is said where one signs in again.
    if (lapsed.get()) return
    const { sentence, requestId } = explain(error, t)
    await tell({ title: what ?? t('failed.title'), text: sentence, yes: t('ui.close'), requestId })
  }
}
