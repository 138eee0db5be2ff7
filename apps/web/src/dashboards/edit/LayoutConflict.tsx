import { Button } from '@mantine/core'
import { useText } from '../../platform/texts.tsx'
import { Modal } from '../../ui/overlay/Modal.tsx'

/** Dialog of a version conflict: keep the own layout or take the saved one. Closing it continues the draft. */
export default function LayoutConflict({
  busy,
  onDiscard,
  saveMine,
  close,
}: {
  busy: boolean
  onDiscard: () => void
  saveMine: () => void
  close: () => void
}) {
  const t = useText()
  return (
    <Modal title={t('dashboard.conflict')} size={520} stays onClose={close}>
      <p className="dialog-text">{t('dashboard.conflictHint')}</p>
      <div className="dialog-foot">
        <Button variant="subtle" onClick={close} data-autofocus>
          {t('dashboard.goOn')}
        </Button>
        <Button variant="default" onClick={onDiscard} disabled={busy}>
          {t('dashboard.takeTheirs')}
        </Button>
        <Button onClick={saveMine} disabled={busy}>
          {t('dashboard.saveMine')}
        </Button>
      </div>
    </Modal>
  )
}
