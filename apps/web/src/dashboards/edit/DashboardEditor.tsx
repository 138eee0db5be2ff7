import { ActionIcon, Button } from '@mantine/core'
import type { DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { IconArrowBackUp, IconArrowForwardUp, IconLayoutGridAdd, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Alarm } from '../../interfaces/index.ts'
import { useText } from '../../platform/texts.tsx'
import { useAskToDiscard } from '../../ui/form/edit/useAskToDiscard.ts'
import { useGuard } from '../../ui/form/edit/useGuard.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { Grid, type WidgetAction, nameOf } from '../../widgets/index.ts'
import { LiveWidget } from '../LiveWidget.tsx'
import { ArrangedDashboard } from '../house/houseOptions.ts'
import { namesHouse } from '../house/namesHouse.ts'
import { useHouses, useShownHouse } from '../house/useHouse.ts'
import { useBoard } from '../page/useDashboard.ts'
import type { Range } from '../range/chartWindows.ts'
import WidgetDialog from '../widgetForm/WidgetDialog.tsx'
import {
  type Draft,
  type WidgetResult,
  isFull,
  rebased,
  withAdded,
  withConfigs,
  withDuplicate,
  withLayout,
  withoutWidget,
} from './draft.ts'
import LayoutConflict from './LayoutConflict.tsx'
import { saveDraft } from './saveDraft.ts'
import { useDraft } from './useDraft.ts'

/** Arranges a dashboard: all changes are a draft until it is saved. */
export default function DashboardEditor({
  dashboard,
  range,
  alarms,
  isAdding = false,
  close,
}: {
  dashboard: DashboardWidgets
  range: Range | undefined
  alarms: ReadonlyMap<string, Alarm>
  /** Begins with the dialog of a new widget. */
  isAdding?: boolean
  /** `saved`: the dashboard with the draft. */
  close: (saved?: DashboardWidgets) => void
}) {
  const t = useText()
  const tellError = useTellError()
  const ask = useAskToDiscard()
  const { draft, isUnsaved, change, settle, rebase, undo, redo } = useDraft(dashboard)
  const drafted = useMemo(() => draft.layout.flatMap(({ id }) => draft.widgets[id] ?? []), [draft])
  // Of all categories, so that a widget that is added has its sensors at once.
  const houses = useHouses(namesHouse(drafted) ? dashboard.id : undefined, undefined)
  const { widgets } = useShownHouse(houses, drafted)
  const shown = useMemo(() => Object.fromEntries(widgets.map(widget => [widget.id, widget])), [widgets])
  const board = useBoard(widgets, range, alarms)
  const [dialog, setDialog] = useState<{ readonly id?: string } | undefined>(isAdding ? {} : undefined)
  const [conflict, setConflict] = useState<DashboardWidgets>()
  const [isSaving, setIsSaving] = useState(false)
  const [announcement, announce] = useState('')
  const [newTile, setNewTile] = useState<{ readonly id: string }>()
  useGuard(isUnsaved)

  const save = async (from: Draft) => {
    if (isSaving) return
    setIsSaving(true)
    try {
      const { isSaved, stored } = await saveDraft(dashboard.id, from)
      if (!isSaved) return setConflict(stored)
      toast(t('state.saved'))
      close(stored)
    } catch (error) {
      await tellError(error)
    } finally {
      setIsSaving(false)
    }
  }
  const cancel = async () => {
    if (!isUnsaved || (await ask())) close()
  }
  const act = (action: WidgetAction, id: string) => {
    if (action === 'configure') return setDialog({ id })
    const widget = shown[id]
    const name = (widget && nameOf(widget, board.interfaces)) ?? t('ui.tile')
    if (action === 'remove') {
      change(now => withoutWidget(now, id))
      announce(t('dashboard.tileRemoved', { name }))
      toast(t('dashboard.tileRemoved', { name }))
    } else if (!isFull(draft)) {
      add(now => withDuplicate(now, id))
      announce(t('dashboard.tileDuplicated', { name }))
    }
  }
  const add = (next: (now: Draft) => Draft) => {
    change(next)
    setNewTile(next(draft).layout.at(-1))
  }
  const done = (result: WidgetResult) => {
    const id = dialog?.id
    setDialog(undefined)
    if (id !== undefined) return change(now => withConfigs(now, id, result))
    add(now => withAdded(now, dashboard.id, result))
    announce(t('dashboard.tileAdded', { name: nameOf(result, board.interfaces) ?? t('ui.tile') }))
  }
  const addButton = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={isFull(draft)}
      onClick={() => setDialog({})}
    >
      {t('dashboard.addTile')}
    </Button>
  )
  const step = (word: 'dashboard.undo' | 'dashboard.redo', run: (() => void) | undefined) => (
    <ActionIcon variant="default" size={36} aria-label={t(word)} title={t(word)} disabled={!run} onClick={run}>
      {word === 'dashboard.undo' ? <IconArrowBackUp size={18} aria-hidden /> : <IconArrowForwardUp size={18} aria-hidden />}
    </ActionIcon>
  )
  return (
    <>
      <PageHead
        stacked
        title={dashboard.displayName}
        meta={t('dashboard.editHint')}
        actions={
          <>
            {step('dashboard.undo', undo)}
            {step('dashboard.redo', redo)}
            {addButton}
            <Button variant="default" onClick={() => void cancel()}>
              {t('ui.cancel')}
            </Button>
            <Button ref={focus} onClick={() => void save(draft)} data-busy={isSaving || undefined} disabled={isSaving}>
              {t('dashboard.saveLayout')}
            </Button>
          </>
        }
      />
      <output className="vh" aria-live="polite">
        {announcement}
      </output>
      {widgets.length === 0 ? (
        <div className="card">
          <Empty icon={<IconLayoutGridAdd size={30} stroke={1.4} />} title={t('dashboard.empty')} action={addButton}>
            {t('dashboard.emptyHint')}
          </Empty>
        </div>
      ) : (
        <Grid
          layout={draft.layout}
          widgets={shown}
          edit={{
            interfaces: board.interfaces,
            newTile,
            onLayout: layout => change(now => withLayout(now, layout)),
            onCompact: layout => settle(now => withLayout(now, layout)),
            act,
          }}
        >
          {widget => (
            <LiveWidget key={widget.house?.id} widget={widget} board={board} still isDraft={isDraft(draft, widget.id)} />
          )}
        </Grid>
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
          interfaces={board.interfaces}
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

const isDraft = ({ widgets }: Draft, id: string) => widgets[id]?.isAdded === true || widgets[id]?.isEdited === true

/** Focuses the button that replaces the pressed one. */
const focus = (button: HTMLButtonElement | null) => button?.focus()
