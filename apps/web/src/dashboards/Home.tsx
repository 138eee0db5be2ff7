import { Button } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { to } from '../app/index.ts'
import { entityQuery } from '../entities/index.ts'
import { parseSearch, writeSearch } from '../platform/search.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { BoardSkeleton } from './BoardSkeleton.tsx'
import { choose } from './choose.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { homepageQuery, listQuery } from './dashboards.queries.ts'
import { LazyNewDashboard, LazyPinned } from './dialogs.ts'
import { useAlarms } from './useAlarms.ts'
import { rangeOf } from './windows.ts'
import './dashboards.css'

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Home: the dashboard of the address, of the chosen entity, or one's own home page. */
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
    <>
      {alarms.pinned.length > 0 && <LazyPinned {...alarms} waiting={<div className="pinned-place" />} />}
      {chosen ? (
        <DashboardPage key={chosen} id={chosen} range={rangeOf(hours)} list={list.data ?? []} alarms={alarms.alarms} />
      ) : error ? (
        <>
          <PageHead title={t('nav.home')} />
          <Failed what={t('failed.dashboard')} error={error} retry={retry} />
        </>
      ) : ready ? (
        <NoDashboard place={place} />
      ) : (
        <BoardSkeleton />
      )}
    </>
  )
}

/** No dashboard, or none of this place: the next thing to do. */
function NoDashboard({ place }: { place: string | undefined }) {
  const t = useText()
  const { data: here } = useQuery({ ...entityQuery(place ?? ''), enabled: place !== undefined })
  const go = useGo()
  const [making, make] = useState(false)
  return (
    <>
      <PageHead title={t('nav.home')} meta={here?.displayName} />
      <div className="card">
        <Empty
          icon={<IconLayoutDashboard size={30} stroke={1.4} />}
          title={t('dashboard.none')}
          action={<Button onClick={() => make(true)}>{t('dashboard.new')}</Button>}
        >
          {t('dashboard.noneHint')}
        </Empty>
      </div>
      {making && <LazyNewDashboard close={() => make(false)} made={id => go(to('/farmview') + writeSearch({ dashboard: id }))} />}
    </>
  )
}
