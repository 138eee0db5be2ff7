import type { PublicDashboardWidgets } from '@steading/contract/widgets/publicDashboards'
import { time } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { LiveWidget, useBoard } from '../dashboards/index.ts'
import { isGone } from '../platform/api/failures.ts'
import { brand } from '../platform/page/brand.ts'
import { useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Logo } from '../ui/shell/Logo.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Grid, SourceProvider, WidgetSkeleton } from '../widgets/index.ts'
import { createLinkSource, publicDashboardQuery } from './linkSource.ts'
import { useLinkWatch } from './useLinkWatch.ts'
import './publicDashboard.css'

const hash = () => window.location.hash.slice(1)

/** The link behind the # of the address, which browsers do not send; it stays there, so that a kiosk may reload. */
function useLink(): string {
  const [link, setLink] = useState(hash)
  useEffect(() => {
    const follow = () => setLink(hash())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return link
}

/** A dashboard as its public link shows it: read only, without a session. */
export default function PublicDashboard() {
  const link = useLink()
  const source = useMemo(() => createLinkSource(link), [link])
  const { data, error, refetch, dataUpdatedAt } = useQuery(publicDashboardQuery(link))
  useLinkWatch(link, isGone(error))
  const isKiosk = data?.kind === 'KIOSK'
  return (
    <div className={isKiosk ? 'public-page kiosk' : 'public-page'}>
      <main id="main" tabIndex={-1}>
        <SourceProvider value={source}>
          <Content
            // A link that was revoked shows nothing that it showed before.
            dashboard={isGone(error) ? undefined : data}
            error={error}
            retry={() => void refetch()}
            updatedAt={dataUpdatedAt}
          />
        </SourceProvider>
      </main>
    </div>
  )
}

function Content({
  dashboard,
  error,
  retry,
  updatedAt,
}: {
  dashboard: PublicDashboardWidgets | undefined
  error: unknown
  retry: () => void
  updatedAt: number
}) {
  const t = useText()
  if (dashboard) return <Shown dashboard={dashboard} updatedAt={updatedAt} />
  if (isGone(error))
    return (
      <div className="card">
        <Empty title={t('dashboard.public.gone')}>{t('dashboard.public.goneHint')}</Empty>
      </div>
    )
  return error ? <Failed what={t('failed.dashboard')} error={error} retry={retry} /> : <WidgetSkeleton />
}

const noAlarms: Parameters<typeof useBoard>[2] = new Map()

function Shown({ dashboard, updatedAt }: { dashboard: PublicDashboardWidgets; updatedAt: number }) {
  const t = useText()
  const zone = useZone()
  const widgets = useMemo(() => Object.values(dashboard.widgets), [dashboard.widgets])
  const board = useBoard(widgets, undefined, noAlarms)
  useEffect(() => {
    document.title = `${dashboard.displayName} · ${brand.title}`
  }, [dashboard.displayName])
  return (
    <>
      <header className="public-head">
        <Logo brand={brand} size={24} />
        <h1>{dashboard.displayName}</h1>
        {dashboard.subtitle && <p className="dim">{dashboard.subtitle}</p>}
        <p className="dim public-updated">{t('dashboard.public.updated', { time: time(updatedAt, zone) })}</p>
      </header>
      <Grid layout={dashboard.layout} widgets={dashboard.widgets}>
        {widget => <LiveWidget widget={widget} board={board} />}
      </Grid>
    </>
  )
}
