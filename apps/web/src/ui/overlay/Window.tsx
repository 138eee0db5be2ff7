import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import { useWayBack } from './focus.ts'
import './modal.ts'

/**
 * What stands above the page until it is answered or closed. `under` is a second line of its title; `closable` gives it a cross
 * of its own; what `stays` is not closed by a click beside it, what is `firm` by what stands in it alone.
 */
export const Window = ({
  title,
  under,
  size,
  closable = false,
  stays = false,
  firm = false,
  onClose,
  children,
}: {
  title: ReactNode
  under?: ReactNode
  /** Its width: px, or a share of the page. */
  size: number | `${number}%`
  closable?: boolean
  stays?: boolean
  firm?: boolean
  onClose: () => void
  children: ReactNode
}) => {
  const t = useText()
  useWayBack()
  return (
    <Modal
      opened
      onClose={onClose}
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
    </Modal>
  )
}

/** The foot of a form in a window: the way out, and right of it the word that does it. */
export function WindowFoot({
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
  /** It takes the focus as the window opens, instead of the first field. */
  focused?: boolean
  /** The word of the way out. */
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
