import { explain } from '../../platform/api/failures.ts'
import { lapsed } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { alertDialog } from './dialogs.ts'

/** Error dialog: what failed, why, and the id of the request. `what` is a sentence of the screen. */
export function useTellError(): (error: unknown, what?: string) => Promise<void> {
  const t = useText()
  return async (error, what) => {
    // The login page shows that the session has ended.
    if (lapsed.get()) return
    const { sentence, requestId } = explain(error, t)
    await alertDialog({ title: what ?? t('failed.title'), text: sentence, yes: t('ui.close'), requestId })
  }
}
