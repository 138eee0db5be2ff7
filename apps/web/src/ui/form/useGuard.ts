import { useBlocker } from '@tanstack/react-router'
import { useText } from '../../platform/texts.tsx'
import { confirm } from '../overlay/dialogs.ts'

/** Asks whether what is not saved may be lost. */
export function useAskToDiscard(): () => Promise<boolean> {
  const t = useText()
  return () => confirm({ title: t('confirm.discard'), yes: t('ui.discard'), no: t('form.stay'), danger: true })
}

/** Leaving with unsaved changes asks first; `leaving` true: it is left on purpose. */
export function useGuard(dirty: boolean, leaving?: { readonly current: boolean }) {
  const ask = useAskToDiscard()
  const isHeld = () => dirty && leaving?.current !== true
  useBlocker({
    shouldBlockFn: async () => isHeld() && !(await ask()),
    enableBeforeUnload: isHeld,
    disabled: !dirty,
  })
}
