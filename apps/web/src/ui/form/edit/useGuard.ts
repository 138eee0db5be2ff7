import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { holdUnsaved } from '../../../platform/navigation/unsaved.ts'
import { useAskToDiscard } from './useAskToDiscard.ts'

/** Asks before unsaved changes are left, and keeps them if the session ends. `leaving`: navigation after a save does not ask. */
export function useGuard(dirty: boolean, leaving?: { readonly current: boolean }) {
  const ask = useAskToDiscard()
  useEffect(() => (dirty ? holdUnsaved(ask) : undefined), [dirty, ask])
  const isHeld = () => dirty && leaving?.current !== true
  useBlocker({
    shouldBlockFn: async () => isHeld() && !(await ask()),
    enableBeforeUnload: isHeld,
    disabled: !dirty,
  })
}
