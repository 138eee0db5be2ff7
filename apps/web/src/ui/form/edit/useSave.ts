import { useState } from 'react'
import { isConflict } from '../../../platform/api/failures.ts'
import { useText } from '../../../platform/texts.tsx'
import { useAsyncAction } from '../../overlay/useAsyncAction.ts'

/**
 * Saves an edit form. On a version conflict it fetches the saved version (`latest`), `onConflict` merges it into the form, and
 * the typed values stay for another save. Other failures open the error dialog.
 */
export function useSave<T>({
  submit,
  fetchLatest,
  onConflict,
  what,
}: {
  /** Of `useEditForm`. */
  submit: () => Promise<void>
  /** Fetches the saved version. */
  fetchLatest: () => Promise<T>
  /** Merges the saved version into the form (`rebase` of `useEditForm`), its version number included. */
  onConflict: (latest: T) => void
  /** First sentence of the error dialog; by default that it was not saved. */
  what?: string
}) {
  const t = useText()
  const { busy, run } = useAsyncAction(what ?? t('form.saveFailed'))
  const [latest, setLatest] = useState<T>()
  const save = () =>
    run(async () => {
      try {
        await submit()
      } catch (error) {
        if (!isConflict(error)) throw error
        const now = await fetchLatest()
        setLatest(now)
        onConflict(now)
        scrollTo({ top: 0 })
      }
    })
  return { busy, save, latest }
}
