import { Button, Modal as MantineModal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import { useAskToDiscard } from '../form/edit/useAskToDiscard.ts'
import { useWayBack } from './focus.ts'
import './modalStyles.ts'

/**
 * Modal dialog. `under`: second line of the title. `closable`: close button. `stays`: a click outside does not close it. `firm`:
 * only its own content closes it. `isChanged`: what is entered would be lost, so Escape and a click outside ask first.
 */
export const Modal = ({
  title,
  under,
  size,
  closable = false,
  stays = false,
  firm = false,
  isChanged = false,
  onClose,
  children,
}: {
  title: ReactNode
  under?: ReactNode
  /** Width: px, or a share of the page. */
  size: number | `${number}%`
  closable?: boolean
  stays?: boolean
  firm?: boolean
  isChanged?: boolean
  onClose: () => void
  children: ReactNode
}) => {
  const t = useText()
  const ask = useAskToDiscard()
  useWayBack()
  const leave = async () => {
    if (!isChanged || (await ask())) onClose()
  }
  return (
    <MantineModal
      opened
      onClose={() => void leave()}
      size={size}
      withCloseButton={closable}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      closeOnClickOutside={!stays && !firm}
      closeOnEscape={!firm}
      classNames={{ content: 'dialog', header: 'dialog-head', body: 'dialog-body', title: 'dialog-title' }}
      title={
        under ? (
          <span className="two">
            <span>{title}</span>
            <span>{under}</span>
          </span>
        ) : (
          title
        )
      }
    >
      {children}
    </MantineModal>
  )
}

/** Footer of a form in a modal: cancel, and right of it the submit button. */
export function ModalFoot({
  word,
  busy,
  disabled = false,
  focused = false,
  out,
  onClose,
}: {
  word: string
  busy: boolean
  disabled?: boolean
  /** Whether the submit button takes the focus when the modal opens, instead of the first field. */
  focused?: boolean
  /** Label of the cancel button. */
  out?: string
  onClose: () => void
}) {
  const t = useText()
  return (
    <div className="dialog-foot">
      <Button variant="default" onClick={onClose}>
        {out ?? t('ui.cancel')}
      </Button>
      <Button
        type="submit"
        data-autofocus={focused || undefined}
        disabled={disabled}
        data-busy={busy || undefined}
        aria-disabled={busy || undefined}
      >
        {word}
      </Button>
    </div>
  )
}
