import { ActionIcon, Button } from '@mantine/core'
import type { Interface } from '@steading/contract/devices/interfaces'
import { type DashboardWidgets, MOST_WIDGETS } from '@steading/contract/widgets/dashboards'
import { IconArrowBackUp, IconArrowForwardUp, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isDenied } from '../../platform/api/failures.ts'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { useAskToDiscard } from '../../ui/form/edit/useAskToDiscard.ts'
import { useGuard } from '../../ui/form/edit/useGuard.ts'
import { useGo } from '../../ui/Link.tsx'
import { confirmDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { ArrangedDashboard } from '../house/houseOptions.ts'
import WidgetDialog from '../widgetForm/WidgetDialog.tsx'
import { widgetLabel } from '../widgetForm/widgetLabel.ts'
import type { Arrange, Arranging } from './arranging.ts'
import { type Draft, type WidgetResult, isFull, rebased, withAdded, withConfigs } from './draft.ts'
import { namesOf } from './ChangeList.tsx'
import LayoutConflict from './LayoutConflict.tsx'
import { ownDraftOf, refusedWidget, saveAsOwn, saveDraft } from './saveDraft.ts'
import { EDIT_KEYS } from './TileTools.tsx'
import { useDraft, withNewTile } from './useDraft.ts'

/** Head and dialogs of a dashboard that is arranged. */
export default function DashboardEditor({
  dashboard,
  interfaces,
  arranging,
  arrange,
  close,
}: {
  dashboard: DashboardWidgets
  /** Those known, by which widgets without a title are called. */
  interfaces: ReadonlyMap<string, Interface> | undefined
  arranging: Arranging
  arrange: Arrange
  /** `saved`: the dashboard with the draft. */
  close: (saved?: DashboardWidgets) => void
}) {
  const t = useText()
  const tellError = useTellError()
  const ask = useAskToDiscard()
  const go = useGo()
  const { draft, isUnsaved, change, rebase, undo, redo } = useDraft(arranging, arrange)
  const { dialog, announcement, isSaving = false } = arranging
  const setDialog = (next: Arranging['dialog']) => arrange(now => ({ ...now, dialog: next }))
  const [conflict, setConflict] = useState<DashboardWidgets>()
  const setIsSaving = (next: boolean) => arrange(now => ({ ...now, isSaving: next }))
  const leaving = useRef(false)
  // An answer that comes after this editor was closed changes no later one.
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  useGuard(isUnsaved, leaving)

  const save = async (from: Draft) => {
    if (isSaving) return
    setIsSaving(true)
    try {
      const { isSaved, stored } = await saveDraft(dashboard.id, from)
      if (!isSaved) return setConflict(stored)
      toast(t('state.saved'))
      if (isOpen.current) close(stored)
    } catch (error) {
      if (!isOpen.current) return
      if (isDenied(error)) return await offerOwn(from)
      const refused = refusedWidget(error, from)
      await tellError(error, refused && t('dashboard.tileRefused', { name: widgetLabel(refused, interfaces, t) }))
      if (refused) setDialog({ id: refused.id })
    } finally {
      if (isOpen.current) setIsSaving(false)
    }
  }
  /** The dashboard is gone, or the right to arrange it: the draft can become a dashboard of the user's own. */
  const offerOwn = async (from: Draft) => {
    const isWanted = await confirmDialog({
      title: t('dashboard.denied'),
      text: t('dashboard.deniedHint'),
      yes: t('dashboard.saveAsOwn'),
      no: t('dashboard.goOn'),
    })
    if (!isWanted) return
    const own = await ownDraftOf(dashboard.id, from).catch(tellError)
    if (!own) return
    if (own.lost.length > 0) {
      const isAccepted = await confirmDialog({
        title: t('dashboard.picturesGone', { names: namesOf(own.lost, interfaces, t) }),
        yes: t('dashboard.saveAsOwn'),
        no: t('dashboard.goOn'),
      })
      if (!isAccepted) return
    }
    try {
      const id = await saveAsOwn(dashboard.displayName, own.draft)
      toast(t('dashboard.savedAsOwn'))
      leaving.current = true
      close()
      go(to('/farmview') + writeSearch({ dashboard: id }), { replace: true })
    } catch (error) {
      const former = own.formers.get(refusedWidget(error, own.draft)?.id ?? '')
      await tellError(error, former && t('dashboard.tileRefused', { name: widgetLabel(former, interfaces, t) }))
      if (former) setDialog({ id: former.id })
    }
  }
  const cancel = async () => {
    if (!isUnsaved || (await ask())) close()
  }
  const done = (result: WidgetResult) => {
    const id = dialog?.id
    setDialog(undefined)
    if (id !== undefined) return change(now => withConfigs(now, id, result))
    const added = t('dashboard.tileAdded', { name: widgetLabel(result, interfaces, t) })
    arrange(now => withNewTile(now, before => withAdded(before, dashboard.id, result), added))
  }
  const step = (word: 'dashboard.undo' | 'dashboard.redo', run: (() => void) | undefined) => (
    // One that disabled itself would lose the focus.
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t(word)}
      title={t(word)}
      aria-disabled={!run}
      {...(!run && { 'data-disabled': true })}
      onClick={run}
    >
      {word === 'dashboard.undo' ? <IconArrowBackUp size={18} aria-hidden /> : <IconArrowForwardUp size={18} aria-hidden />}
    </ActionIcon>
  )
  return (
    <>
      <PageHead
        stacked
        title={dashboard.displayName}
        meta={<span className="phone-hide">{t('dashboard.editHint')}</span>}
        actions={
          <>
            {step('dashboard.undo', undo)}
            {step('dashboard.redo', redo)}
            <Button
              ref={draft.layout.length === 0 ? focusIfLost : undefined}
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={isFull(draft) || isSaving}
              title={isFull(draft) ? t('dashboard.mostTiles', { count: MOST_WIDGETS }) : undefined}
              onClick={() => setDialog({})}
            >
              {t('dashboard.addTile')}
            </Button>
            <Button variant="default" onClick={() => void cancel()}>
              {t('ui.cancel')}
            </Button>
            <Button ref={focus} onClick={() => void save(draft)} data-busy={isSaving || undefined} disabled={isSaving}>
              {t('dashboard.saveLayout')}
            </Button>
          </>
        }
      />
      <output className="vh" aria-live="assertive">
        {announcement}
      </output>
      {draft.layout.length > 0 && (
        <p id={EDIT_KEYS} className="edit-keys">
          {t('dashboard.editKeys')}
        </p>
      )}
      {dialog && (
        <ArrangedDashboard value={dashboard.id}>
          <WidgetDialog
            entityId={dashboard.own ? undefined : dashboard.entity?.id}
            widget={dialog.id === undefined ? undefined : draft.widgets[dialog.id]}
            isTypeFixed={dialog.id !== undefined}
            close={() => setDialog(undefined)}
            onDone={done}
          />
        </ArrangedDashboard>
      )}
      {conflict && (
        <LayoutConflict
          draft={draft}
          stored={conflict}
          interfaces={interfaces}
          busy={isSaving}
          onDiscard={() => close()}
          saveMine={() => {
            setConflict(undefined)
            rebase(conflict)
            void save(rebased(draft, conflict))
          }}
          close={() => setConflict(undefined)}
        />
      )}
    </>
  )
}

/** Focuses a button where the focus went with the last widget. */
const focusIfLost = (button: HTMLButtonElement | null) => {
  if (document.activeElement === document.body) button?.focus()
}

/** Focuses the button that replaces the pressed one. */
const focus = (button: HTMLButtonElement | null) => button?.focus()
