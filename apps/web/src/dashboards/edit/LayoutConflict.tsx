import { Button } from '@mantine/core'
import type { Interface } from '@steading/contract/devices/interfaces'
import type { DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Modal } from '../../ui/overlay/Modal.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { ChangeList, namesOf } from './ChangeList.tsx'
import { changesBetween } from './changes.ts'
import { type Draft, lostWidgets, rebased } from './draft.ts'
import { SavedBy } from './SavedBy.tsx'

/** Dialog of a version conflict: what others saved, what stays of the own draft, and what cannot. Closing it continues the draft. */
export default function LayoutConflict({
  draft,
  stored,
  interfaces,
  busy,
  onDiscard,
  saveMine,
  close,
}: {
  draft: Draft
  /** The newer version that others saved. */
  stored: DashboardWidgets
  interfaces: ReadonlyMap<string, Interface> | undefined
  busy: boolean
  onDiscard: () => void
  saveMine: () => void
  close: () => void
}) {
  const t = useText()
  const others = useMemo(() => changesBetween(draft.base, stored), [draft, stored])
  const mine = useMemo(() => changesBetween(stored, rebased(draft, stored)), [draft, stored])
  const lost = useMemo(() => lostWidgets(draft, stored), [draft, stored])
  return (
    <Modal title={t('dashboard.conflict')} size={520} stays onClose={close}>
      <SavedBy stored={stored} />
      <ChangeList title={t('dashboard.changesOfOthers')} changes={others} interfaces={interfaces} />
      <ChangeList title={t('dashboard.changesOfMine')} changes={mine} interfaces={interfaces} />
      {lost.length > 0 && <Note>{t('dashboard.conflictLost', { names: namesOf(lost, interfaces, t) })}</Note>}
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
