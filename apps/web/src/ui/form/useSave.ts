import { useState } from 'react'
import { isConflict } from '../../platform/failures.ts'
import { useText } from '../../platform/texts.tsx'
import { useAct } from '../overlay/useAct.ts'

/**
 * Saves what was edited. Where somebody else was faster, what was typed stays, `theirs` is what they saved, what was not touched
 * becomes theirs (`meet` of `useEditForm`), and a second save is made over it; everything else that fails is told.
 */
export function useSave<T>({
  submit,
  fresh,
  over,
  what,
}: {
  /** Of `useEditForm`. */
  submit: () => Promise<void>
  /** The thing as it is now. */
  fresh: () => Promise<T>
  /** Lets the form meet what somebody else saved, its version too. */
  over: (theirs: T) => void
  /** What the dialog of a failure begins with, where there is more to say than that it was not saved. */
  what?: string
}) {
  const t = useText()
  const { busy, act } = useAct(what ?? t('form.saveFailed'))
  const [theirs, see] = useState<T>()
  const save = () =>
    act(async () => {
      try {
        await submit()
      } catch (error) {
        if (!isConflict(error)) throw error
        const now = await fresh()
        see(now)
        over(now)
        scrollTo({ top: 0 })
      }
    })
  return { busy, save, theirs }
}
