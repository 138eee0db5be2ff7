import type { PublicDashboardWidgets } from '@steading/contract/widgets/publicDashboards'
import { time } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { LazyHouseChoice, LiveWidget, namesHouse, useBoard } from '../dashboards/index.ts'
import { isGone } from '../platform/api/failures.ts'
import { brand } from '../platform/page/brand.ts'
import { useNow } from '../platform/page/clock.ts'
import { pageZone, useZone } from '../platform/session/session.ts'
import { useText } from '../platform/texts.tsx'
import { Logo } from '../ui/shell/Logo.tsx'
import { Empty } from '../ui/state/Empty.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Grid, OLD_AFTER, type ShownWidget, SourceProvider, WidgetSkeleton } from '../widgets/index.ts'
import { KioskScreen } from './kiosk/KioskScreen.tsx'
import { useUpToDate, useWakeLock } from './kiosk/useAwake.ts'
import type { Turn } from './kiosk/turn.ts'
import { SHOWN_FOR, useTurn } from './kiosk/useTurn.ts'
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

const noTurn: Turn = []

/** A dashboard as its public link shows it: read only, without a session. A kiosk may show several in turn. */
export default function PublicDashboard() {
  const link = useLink()
  const first = useQuery(publicDashboardQuery(link))
  const isDead = isGone(first.error)
  const { kind, id: firstId, turn = noTurn } = (isDead ? undefined : first.data) ?? {}
  const isKiosk = kind === 'KIOSK'
  useWakeLock(isKiosk)
  useUpToDate()
  const { now, next } = useTurn(turn)
  const linkOf = (id: string | undefined) => (id === undefined || id === firstId ? link : `${link}.${id}`)
  const shownLink = linkOf(now)
  useLinkWatch({ link: shownLink, firstLink: link, isOver: isDead })
  const source = useMemo(() => createLinkSource(shownLink), [shownLink])
  const { data, error, refetch, dataUpdatedAt } = useQuery(publicDashboardQuery(shownLink))
  // The next one is there when it is shown.
  useQuery(publicDashboardQuery(linkOf(next)))
  // A dashboard that left the turn: the first one knows what is left of it.
  const isLeft = shownLink !== link && isGone(error)
  const refetchFirst = first.refetch
  useEffect(() => {
    if (isLeft) void refetchFirst()
  }, [isLeft, refetchFirst])
  return (
    <div className={isKiosk ? 'public-page kiosk' : 'public-page'}>
      <main id="main" tabIndex={-1}>
        <SourceProvider value={source}>
          <Content
            key={shownLink}
            // A link that was revoked shows nothing that it showed before.
            dashboard={isDead || isGone(error) ? undefined : data}
            share={turn.length > 1 ? SHOWN_FOR : undefined}
            alarmPlace={turn.find(({ id }) => id === now)?.alarmPlace ?? undefined}
            error={isDead ? first.error : isLeft ? undefined : error}
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
  share,
  alarmPlace,
  error,
  retry,
  updatedAt,
}: {
  dashboard: PublicDashboardWidgets | undefined
  /** How long a turn shows it (ms). */
  share: number | undefined
  /** Where its open alarm is, by which it stays on the screen of a kiosk. */
  alarmPlace: string | undefined
  error: unknown
  retry: () => void
  updatedAt: number
}) {
  const t = useText()
  if (dashboard) return <Shown dashboard={dashboard} share={share} alarmPlace={alarmPlace} updatedAt={updatedAt} />
  if (isGone(error))
    return (
      <div className="card">
        <Empty heading="h1" title={t('dashboard.public.gone')}>
          {t('dashboard.public.goneHint')}
        </Empty>
      </div>
    )
  return error ? <Failed what={t('failed.dashboard')} error={error} retry={retry} /> : <WidgetSkeleton />
}

const noAlarms: Parameters<typeof useBoard>[2] = new Map()

/** When the values came; in the tone of a warning once they no longer come. */
function UpdatedAt({ at }: { at: number }) {
  const t = useText()
  const zone = useZone()
  const isOld = useNow(10) - at > OLD_AFTER
  return isOld ? (
    <output className="public-updated old">
      <IconCloudOff size={16} aria-hidden />
      {t('dashboard.public.old', { time: time(at, zone) })}
    </output>
  ) : (
    <p className="dim public-updated">{t('dashboard.public.updated', { time: time(at, zone) })}</p>
  )
}

interface ShownProps {
  dashboard: PublicDashboardWidgets
  share: number | undefined
  alarmPlace: string | undefined
  updatedAt: number
}

/** Of the house of the address, where it is a dashboard for all houses. */
function Shown(props: ShownProps) {
  const { houses, widgets } = props.dashboard
  const stored = useMemo(() => Object.values(widgets), [widgets])
  if (!namesHouse(stored)) return <ShownWidgets {...props} widgets={stored} />
  return (
    <LazyHouseChoice houses={houses} widgets={stored} waiting={<WidgetSkeleton />}>
      {(shown, picker) => <ShownWidgets {...props} widgets={shown} picker={picker} />}
    </LazyHouseChoice>
  )
}

function ShownWidgets({
  dashboard,
  share,
  alarmPlace,
  updatedAt,
  widgets,
  picker,
}: ShownProps & { widgets: readonly ShownWidget[]; picker?: ReactNode }) {
  const t = useText()
  // Before anything is drawn: all its times are those of its place.
  useLayoutEffect(() => {
    pageZone.set(dashboard.timeZone)
    return () => pageZone.set(undefined)
  }, [dashboard.timeZone])
  const shown = useMemo(() => Object.fromEntries(widgets.map(widget => [widget.id, widget])), [widgets])
  const board = useBoard(widgets, undefined, noAlarms)
  const grid = (
    <Grid layout={dashboard.layout} widgets={shown}>
      {widget => <LiveWidget key={widget.house?.id} widget={widget} board={board} />}
    </Grid>
  )
  useEffect(() => {
    document.title = `${dashboard.displayName} · ${brand.title}`
  }, [dashboard.displayName])
  return (
    <>
      <header className="public-head">
        <Logo brand={brand} size={24} />
        <h1>{dashboard.displayName}</h1>
        {dashboard.subtitle && <p className="dim">{dashboard.subtitle}</p>}
        {picker}
        {alarmPlace !== undefined && (
          <p className="public-alarm">
            <IconAlertTriangle size={16} aria-hidden />
            {t('dashboard.public.alarm', { place: alarmPlace })}
          </p>
        )}
        <UpdatedAt at={Math.min(updatedAt, board.updatedAt ?? updatedAt)} />
      </header>
      {dashboard.kind === 'KIOSK' ? <KioskScreen share={share}>{grid}</KioskScreen> : grid}
    </>
  )
}
