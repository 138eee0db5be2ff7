import { Button } from '@mantine/core'
import type { Dashboard, DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { useQuery } from '@tanstack/react-query'
import { IconLayoutGridAdd, IconPencil, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { isGone } from '../../platform/api/failures.ts'
import { useText } from '../../platform/texts.tsx'
import { Ranges } from '../../ui/chart/Ranges.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Empty } from '../../ui/state/Empty.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { type Alarm } from '../../interfaces/index.ts'
import { Grid, type ShownWidget, needsOf } from '../../widgets/index.ts'
import { BoardSkeleton } from './DashboardSkeleton.tsx'
import { useDashboardMenu } from './DashboardMenu.tsx'
import { dashboardQuery } from '../dashboards.queries.ts'
import { DeathsAction } from './DeathsAction.tsx'
import { LazyDashboardActions, LazyEditor, LazyLaterSave, LazyTileTools } from '../dialogs.ts'
import { type Arrange, type Arranging, arrangingOf } from '../edit/arranging.ts'
import { LazyHouseChoice } from '../house/lazyHouse.ts'
import { namesHouse } from '../house/namesHouse.ts'
import { LiveWidget } from '../LiveWidget.tsx'
import { useBoard } from './useDashboard.ts'
import { useSetSearch } from './useSetSearch.ts'
import { type Range, ranges, usualRange } from '../range/chartWindows.ts'

/** Dashboard with live widgets; its owner may arrange them. */
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
  if (data) return <DashboardView dashboard={data} range={range} list={list} alarms={alarms} />
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

interface ViewProps {
  dashboard: DashboardWidgets
  range: Range | undefined
  list: readonly Dashboard[]
  alarms: ReadonlyMap<string, Alarm>
}

/** One tree while it is shown and while it is arranged: frames, charts and maps stay as they are. */
function DashboardView(props: ViewProps) {
  const { dashboard } = props
  const [arranging, setArranging] = useState<Arranging>()
  const [isArranged, setIsArranged] = useState(false)
  const [saved, setSaved] = useState<DashboardWidgets>()
  const setSearch = useSetSearch()
  const arrange: Arrange = useCallback(next => setArranging(now => now && next(now)), [])
  const { layout, widgets } = arranging?.history.present ?? dashboard
  const placed = useMemo(() => layout.flatMap(({ id }) => widgets[id] ?? []), [layout, widgets])
  const board = (shown: readonly ShownWidget[], picker?: ReactNode) => (
    <Board
      {...props}
      widgets={shown}
      picker={picker}
      isFocused={isArranged}
      arranging={arranging}
      arrange={arrange}
      begin={dialog => {
        // Another home page is no reason to leave the one that is arranged.
        setSearch({ dashboard: dashboard.id })
        setArranging({ ...arrangingOf(dashboard), dialog })
        setIsArranged(true)
      }}
      close={stored => {
        setArranging(undefined)
        setSaved(stored)
      }}
    />
  )
  return (
    <>
      {saved && !arranging && <LazyLaterSave saved={saved} shown={dashboard} close={() => setSaved(undefined)} />}
      {namesHouse(placed) ? (
        <LazyHouseChoice
          dashboardId={dashboard.id}
          widgets={placed}
          isArranged={arranging !== undefined}
          waiting={<BoardSkeleton />}
        >
          {board}
        </LazyHouseChoice>
      ) : (
        board(placed)
      )}
    </>
  )
}

function Board({
  dashboard,
  range,
  list,
  alarms,
  widgets,
  picker,
  isFocused,
  arranging,
  arrange,
  begin,
  close,
}: ViewProps & {
  widgets: readonly ShownWidget[]
  /** Chooses the house. */
  picker: ReactNode
  /** The button that was pressed to edit has the focus again. */
  isFocused: boolean
  /** Undefined: it is only shown. */
  arranging: Arranging | undefined
  arrange: Arrange
  begin: (dialog: Arranging['dialog']) => void
  close: (saved?: DashboardWidgets) => void
}) {
  const t = useText()
  const setSearch = useSetSearch()
  const { mayArrange } = dashboard
  const shown = useMemo(() => Object.fromEntries(widgets.map(widget => [widget.id, widget])), [widgets])
  const usual = useMemo(() => usualRange(widgets.map(needsOf)), [widgets])
  const board = useBoard(widgets, range, alarms)
  const { title, menu } = useDashboardMenu(dashboard, list)
  const draft = arranging?.history.present
  const add = () => (arranging ? arrange(now => ({ ...now, dialog: {} })) : begin({}))
  const head = (
    <>
      <PageHead
        stacked
        title={title}
        meta={<About dashboard={dashboard} />}
        actions={
          <>
            <DeathsAction />
            {picker}
            {widgets.length > 0 && (
              <Ranges
                ranges={ranges}
                hours={range ?? usual}
                onHours={hours => setSearch({ hours: hours === usual ? undefined : hours })}
              />
            )}
            {mayArrange && widgets.length > 0 && (
              <button
                type="button"
                className="w-icon board-edit phone-hide"
                ref={isFocused ? focus : undefined}
                onClick={() => begin(undefined)}
              >
                <IconPencil size={18} stroke={1.8} aria-hidden />
                <span className="vh">{t('dashboard.edit')}</span>
              </button>
            )}
            <LazyDashboardActions dashboard={dashboard} waiting={<span className="w-icon" />} />
          </>
        }
      />
      {menu}
    </>
  )
  return (
    <>
      {arranging ? (
        <LazyEditor
          dashboard={dashboard}
          interfaces={board.interfaces}
          arranging={arranging}
          arrange={arrange}
          close={close}
          waiting={head}
        />
      ) : (
        head
      )}
      {widgets.length === 0 ? (
        <div className="card">
          <Empty
            icon={<IconLayoutGridAdd size={30} stroke={1.4} />}
            title={t('dashboard.empty')}
            action={
              mayArrange && (
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  disabled={arranging?.isSaving === true}
                  onClick={add}
                >
                  {t('dashboard.addTile')}
                </Button>
              )
            }
          >
            {t(mayArrange ? 'dashboard.emptyHint' : 'dashboard.emptyOther')}
          </Empty>
        </div>
      ) : (
        <Grid
          layout={arranging?.preview ?? draft?.layout ?? dashboard.layout}
          widgets={shown}
          order={draft?.base.layout}
          isInert={arranging?.isSaving === true}
          renderTools={
            arranging &&
            (widget => (
              <LazyTileTools
                widget={widget}
                interfaces={board.interfaces}
                arranging={arranging}
                arrange={arrange}
                waiting={null}
              />
            ))
          }
        >
          {widget => {
            const drafted = draft?.widgets[widget.id]
            return (
              <LiveWidget
                key={widget.house?.id}
                widget={widget}
                board={board}
                still={arranging !== undefined}
                isDraft={drafted?.isAdded === true || drafted?.isEdited === true}
              />
            )
          }}
        </Grid>
      )}
    </>
  )
}

/** Focuses the button that was pressed before. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

/** Subtitle: whose home page it is, and its entity. */
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
