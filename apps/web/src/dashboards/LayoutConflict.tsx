import { Button } from '@mantine/core'
import { useText } from '../platform/texts.tsx'
import { Window } from '../ui/overlay/Window.tsx'

/** Somebody else saved first. Nothing is lost until one says which arrangement counts; closing it goes on arranging. */
export default function LayoutConflict({
  busy,
  takeTheirs,
  saveMine,
  close,
}: {
  busy: boolean
  takeTheirs: () => void
  saveMine: () => void
  close: () => void
}) {
  const t = useText()
  return (
    <Window title={t('dashboard.conflict')} size={520} stays onClose={close}>
      <p className="dialog-text">{t('dashboard.conflictHint')}</p>
      <div className="dialog-foot">
        <Button variant="subtle" onClick={close} data-autofocus>
          {t('dashboard.goOn')}
        </Button>
        <Button variant="default" onClick={takeTheirs} disabled={busy}>
          {t('dashboard.takeTheirs')}
        </Button>
        <Button onClick={saveMine} disabled={busy}>
          {t('dashboard.saveMine')}
        </Button>
      </div>
    </Window>
  )
}
