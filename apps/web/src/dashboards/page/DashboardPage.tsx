import { Button } from '@mantine/core'
import type { Dashboard, DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { useQuery } from '@tanstack/react-query'
import { IconLayoutGridAdd, IconPencil, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
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
import { LazyDashboardActions, LazyEditor, LazyLaterSave } from '../dialogs.ts'
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

function DashboardView({
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
  const [editing, setEditing] = useState<'ARRANGING' | 'ADDING'>()
  const [isArranged, setIsArranged] = useState(false)
  const [saved, setSaved] = useState<DashboardWidgets>()
  const setSearch = useSetSearch()
  const view = (
    <StillDashboard
      dashboard={dashboard}
      range={range}
      list={list}
      alarms={alarms}
      isFocused={isArranged}
      edit={mode => {
        // Another home page is no reason to leave the one that is arranged.
        setSearch({ dashboard: dashboard.id })
        setEditing(mode)
        setIsArranged(true)
      }}
    />
  )
  if (!editing)
    return (
      <>
        {saved && <LazyLaterSave saved={saved} shown={dashboard} close={() => setSaved(undefined)} />}
        {view}
      </>
    )
  return (
    <LazyEditor
      dashboard={dashboard}
      range={range}
      alarms={alarms}
      isAdding={editing === 'ADDING'}
      close={stored => {
        setEditing(undefined)
        setSaved(stored)
      }}
      waiting={view}
    />
  )
}

interface StillProps {
  dashboard: DashboardWidgets
  range: Range | undefined
  list: readonly Dashboard[]
  alarms: ReadonlyMap<string, Alarm>
  /** The button that was pressed to edit has the focus again. */
  isFocused: boolean
  edit: (mode: 'ARRANGING' | 'ADDING') => void
}

/** A dashboard that is not arranged; of the house of the address, where it is one for all houses. */
function StillDashboard(props: StillProps) {
  const { id, widgets } = props.dashboard
  const stored = useMemo(() => Object.values(widgets), [widgets])
  if (!namesHouse(stored)) return <StillWidgets {...props} widgets={stored} />
  return (
    <LazyHouseChoice dashboardId={id} widgets={stored} waiting={<BoardSkeleton />}>
      {(shown, picker) => <StillWidgets {...props} widgets={shown} picker={picker} />}
    </LazyHouseChoice>
  )
}

function StillWidgets({
  dashboard,
  range,
  list,
  alarms,
  isFocused,
  edit,
  widgets,
  picker,
}: StillProps & {
  widgets: readonly ShownWidget[]
  /** Chooses the house. */
  picker?: ReactNode
}) {
  const t = useText()
  const setSearch = useSetSearch()
  const { mayArrange } = dashboard
  const shown = useMemo(() => Object.fromEntries(widgets.map(widget => [widget.id, widget])), [widgets])
  const usual = useMemo(() => usualRange(widgets.map(needsOf)), [widgets])
  const board = useBoard(widgets, range, alarms)
  const { title, menu } = useDashboardMenu(dashboard, list)
  return (
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
                onClick={() => edit('ARRANGING')}
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
      {widgets.length === 0 ? (
        <div className="card">
          <Empty
            icon={<IconLayoutGridAdd size={30} stroke={1.4} />}
            title={t('dashboard.empty')}
            action={
              mayArrange && (
                <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit('ADDING')}>
                  {t('dashboard.addTile')}
                </Button>
              )
            }
          >
            {t(mayArrange ? 'dashboard.emptyHint' : 'dashboard.emptyOther')}
          </Empty>
        </div>
      ) : (
        <Grid layout={dashboard.layout} widgets={shown}>
          {widget => <LiveWidget key={widget.house?.id} widget={widget} board={board} />}
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
