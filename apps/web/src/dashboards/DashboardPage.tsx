import { Button } from '@mantine/core'
import type { Dashboard, DashboardWidgets } from '@steading/contract/dashboards'
import { useQuery } from '@tanstack/react-query'
import { IconLayoutGridAdd, IconPencil, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { isConflict, isGone } from '../platform/failures.ts'
import { part } from '../platform/parts.ts'
import { useText } from '../platform/texts.tsx'
import { useAskToDiscard, useGuard } from '../ui/form/useGuard.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useTellError } from '../ui/overlay/useTellError.ts'
import { Ranges } from '../ui/chart/Ranges.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { type Alarm, Grid, needsOf } from '../widgets/index.ts'
import { isArranged } from './arranged.ts'
import { BoardSkeleton } from './BoardSkeleton.tsx'
import { useDashboardMenu } from './DashboardMenu.tsx'
import { dashboardQuery, freshDashboard, saveLayout } from './dashboards.queries.ts'
import { LazyAddTile, LazyLayoutConflict } from './dialogs.ts'
import type { Draft } from './draft.ts'
import { LiveWidget } from './LiveWidget.tsx'
import { useBoard } from './useBoard.ts'
import { useRange } from './useRange.ts'
import { type Range, ranges, usualRange } from './windows.ts'

/** What is only needed when two arrange at once. */
const drafts = part(() => import('./draft.ts'))

/** One dashboard: which it is, its tiles as they are now, and for its owner the way to arrange them. */
export function DashboardPage({
  id,
  range,
  list,
  alarms,
}: {
  id: string
  range: Range | undefined
  list: readonly Dashboard[]
  alarms: ReadonlyMap<string, Alarm>
}) {
  const t = useText()
  const { data, error, refetch } = useQuery(dashboardQuery(id))
  const known = data ?? list.find(one => one.id === id)
  const { title, menu } = useDashboardMenu(known, list)
  if (data) return <Shown dashboard={data} range={range} list={list} alarms={alarms} />
  const gone = isGone(error)
  return (
    <>
      <PageHead title={title} />
      {menu}
      {gone ? (
        <div className="card">
          <Empty title={t('dashboard.gone')} />
        </div>
      ) : error ? (
        <Failed what={t('failed.dashboard')} error={error} retry={() => void refetch()} />
      ) : (
        <BoardSkeleton head={false} />
      )}
    </>
  )
}

function Shown({
  dashboard,
  range,
  list,
  alarms,
}: {
  dashboard: DashboardWidgets
  range: Range | undefined
  list: readonly Dashboard[]
  alarms: ReadonlyMap<string, Alarm>
}) {
  const t = useText()
  const tellError = useTellError()
  const setRange = useRange()
  const { mayArrange } = dashboard
  const widgets = useMemo(() => Object.values(dashboard.widgets), [dashboard.widgets])
  const usual = useMemo(() => usualRange(widgets.map(needsOf)), [widgets])
  const board = useBoard(widgets, range, alarms)
  const [draft, setDraft] = useState<Draft>()
  const [adding, setAdding] = useState(false)
  const [saving, setSaving] = useState(false)
  const { title, menu } = useDashboardMenu(dashboard, list)
  const editing = draft !== undefined
  const unsaved = draft !== undefined && isArranged(draft, dashboard)
  useGuard(unsaved)
  const ask = useAskToDiscard()
  const cancel = async () => {
    if (!unsaved || (await ask())) setDraft(undefined)
  }
  const [arranged, setArranged] = useState(false)
  const [conflict, setConflict] = useState(false)
  /** One at a time; somebody who saved first is asked about, all other failures are told. */
  const during = async (work: () => Promise<void>) => {
    if (saving) return
    setSaving(true)
    try {
      await work()
    } catch (error) {
      if (isConflict(error)) setConflict(true)
      else await tellError(error)
    } finally {
      setSaving(false)
    }
  }
  const put = async (mine: Draft) => {
    await saveLayout(dashboard.id, mine)
    setConflict(false)
    setDraft(undefined)
    toast(t('state.saved'))
  }
  const save = (from: Draft) => during(() => put(from))
  /** Goes on arranging with the tile that was added: nothing that was arranged is lost. */
  const takeUp = (from: Draft) =>
    during(async () => {
      const fresh = await freshDashboard(dashboard.id)
      const { withAdded } = await drafts.fetch()
      setDraft(now => withAdded(now ?? from, fresh))
    })
  const takeTheirs = () =>
    during(async () => {
      await freshDashboard(dashboard.id)
      setConflict(false)
      setDraft(undefined)
    })
  const saveMine = (from: Draft) =>
    during(async () => {
      const { rebased } = await drafts.fetch()
      await put(rebased(from, await freshDashboard(dashboard.id)))
    })
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('dashboard.addTile')}
    </Button>
  )
  return (
    <>
      <PageHead
        stacked
        title={title}
        meta={editing ? t('dashboard.editHint') : <About dashboard={dashboard} />}
        actions={
          editing ? (
            <>
              {add}
              <Button variant="default" onClick={() => void cancel()}>
                {t('ui.cancel')}
              </Button>
              <Button ref={focus} onClick={() => void save(draft)} data-busy={saving || undefined} disabled={saving}>
                {t('dashboard.saveLayout')}
              </Button>
            </>
          ) : (
            <>
              {widgets.length > 0 && (
                <Ranges ranges={ranges} hours={range ?? usual} onHours={hours => setRange(hours === usual ? undefined : hours)} />
              )}
              {mayArrange && widgets.length > 0 && (
                <button
                  type="button"
                  className="w-icon board-edit phone-hide"
                  ref={arranged ? focus : undefined}
                  onClick={() => {
                    setDraft({ version: dashboard.version, layout: dashboard.layout })
                    setArranged(true)
                  }}
                >
                  <IconPencil size={18} stroke={1.8} aria-hidden />
                  <span className="vh">{t('dashboard.edit')}</span>
                </button>
              )}
            </>
          )
        }
      />
      {menu}
      {widgets.length === 0 ? (
        <div className="card">
          <Empty icon={<IconLayoutGridAdd size={30} stroke={1.4} />} title={t('dashboard.empty')} action={mayArrange && add}>
            {t(mayArrange ? 'dashboard.emptyHint' : 'dashboard.emptyOther')}
          </Empty>
        </div>
      ) : (
        <Grid
          layout={draft?.layout ?? dashboard.layout}
          widgets={dashboard.widgets}
          edit={
            draft && {
              interfaces: board.interfaces,
              onLayout: layout => setDraft(now => now && { ...now, layout }),
            }
          }
        >
          {widget => <LiveWidget widget={widget} board={board} still={editing} />}
        </Grid>
      )}
      {conflict && draft && (
        <LazyLayoutConflict
          busy={saving}
          takeTheirs={() => void takeTheirs()}
          saveMine={() => void saveMine(draft)}
          close={() => setConflict(false)}
        />
      )}
      {adding && <LazyAddTile dashboard={dashboard} close={() => setAdding(false)} added={() => draft && void takeUp(draft)} />}
    </>
  )
}

/** What takes the place of the button that was pressed takes its focus. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

/** What stands beside the name: whose home it is, and what it shows. */
function About({ dashboard: { subtitle, homepage, own, entity } }: { dashboard: Dashboard }) {
  const t = useText()
  const home = homepage
    ? t('dashboard.myHome')
    : !own && entity
      ? t('dashboard.homeOf', { place: entity.displayName })
      : undefined
  const more = subtitle && !entity?.displayName.includes(subtitle) ? subtitle : undefined
  return <span>{[home, more].filter(Boolean).join(' · ')}</span>
}
