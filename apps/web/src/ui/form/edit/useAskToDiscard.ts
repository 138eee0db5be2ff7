import { useText } from '../../../platform/texts.tsx'
import { confirmDialog } from '../../overlay/dialogs.ts'

/** Asks whether unsaved changes may be discarded. */
export function useAskToDiscard(): () => Promise<boolean> {
  const t = useText()
  return () => confirmDialog({ title: t('confirm.discard'), yes: t('ui.discard'), no: t('form.stay'), danger: true })
}
