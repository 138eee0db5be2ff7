import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import type { OpenDialog } from './dialogs.ts'
import { Modal } from './Modal.tsx'

/** Confirmation or error dialog. The primary button has the focus unless the action is dangerous. */
export default function Dialog({ asked }: { asked: OpenDialog }) {
  const t = useText()
  const { title, text, yes, no, danger = false, error = false, requestId, answer } = asked
  return (
    <Modal
      title={
        <>
          {error && <IconAlertTriangle size={18} className="dialog-error" aria-hidden />}
          {title}
        </>
      }
      size={460}
      onClose={() => answer(false)}
    >
      {text && <div className="dialog-text">{text}</div>}
      {requestId && <p className="dim num">{t('failed.request', { id: requestId })}</p>}
      <div className="dialog-foot">
        {no && (
          <Button variant="default" onClick={() => answer(false)} data-autofocus={danger || undefined}>
            {no}
          </Button>
        )}
        <Button color={danger ? 'red' : 'accent'} onClick={() => answer(true)} data-autofocus={!danger || undefined}>
          {yes}
        </Button>
      </div>
    </Modal>
  )
}
