import { useRouterState } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { parseSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { sessionBoard, SourceProvider } from '../../widgets/index.ts'
import { BoardSkeleton } from './DashboardSkeleton.tsx'
import { choose } from './chooseDashboard.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { homepageQuery, listQuery } from '../dashboards.queries.ts'
import { LazyNoDashboard, LazyPinned } from '../dialogs.ts'
import { useAlarms } from '../alarms/useAlarms.ts'
import { rangeOf } from '../range/chartWindows.ts'
import '../dashboards.css'

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Home page: the dashboard of the URL, of the chosen entity, or the home page of the user. */
export default function Home() {
  const t = useText()
  const searchStr = useRouterState({ select: state => state.location.searchStr })
  const { dashboard, entity, hours } = useMemo(() => parseSearch(searchStr), [searchStr])
  const list = useQuery(listQuery)
  const homepage = useQuery(homepageQuery)
  const place = text(entity)
  const alarms = useAlarms()
  const ready = list.data && homepage.data !== undefined
  const chosen = ready ? choose(list.data, { dashboard: text(dashboard), place, homepage: homepage.data?.id }) : text(dashboard)
  const error = list.error ?? homepage.error
  const retry = () => {
    void list.refetch()
    void homepage.refetch()
  }
  return (
    <SourceProvider value={sessionBoard}>
      {alarms.pinned.length > 0 && <LazyPinned {...alarms} waiting={<div className="pinned-place" />} />}
      {chosen ? (
        <DashboardPage key={chosen} id={chosen} range={rangeOf(hours)} list={list.data ?? []} alarms={alarms.alarms} />
      ) : error ? (
        <>
          <PageHead title={t('nav.home')} />
          <Failed what={t('failed.dashboard')} error={error} retry={retry} />
        </>
      ) : ready ? (
        <LazyNoDashboard place={place} waiting={<BoardSkeleton />} />
      ) : (
        <BoardSkeleton />
      )}
    </SourceProvider>
  )
}
