import { explain } from '../../platform/failures.ts'
import { useText } from '../../platform/texts.tsx'
import { tell } from './dialogs.ts'

/** The error dialog: what did not work, why, and the request's id. `what` is a sentence of the screen. */
export function useTellError(): (error: unknown, what?: string) => Promise<void> {
  const t = useText()
  return (error, what) => {
    const { sentence, requestId } = explain(error, t)
    return tell({ title: what ?? t('failed.title'), text: sentence, yes: t('ui.close'), requestId })
  }
}
