import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../../platform/texts.tsx'
import { holdUnsaved } from '../../platform/unsaved.ts'
import { confirm } from '../overlay/dialogs.ts'

/** Asks whether what is not saved may be lost. */
export function useAskToDiscard(): () => Promise<boolean> {
  const t = useText()
  return () => confirm({ title: t('confirm.discard'), yes: t('ui.discard'), no: t('form.stay'), danger: true })
}

/** Leaving with unsaved changes asks first, and a session that ends leaves them here; `leaving` true: it is left on purpose. */
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
