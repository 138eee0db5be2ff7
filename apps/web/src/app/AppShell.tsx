import { Outlet, useRouterState } from '@tanstack/react-router'
import { type Session, sessions } from '@steading/contract/users/sessions'
import { bell } from '@steading/contract/events/bell'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { EntitySwitcher } from '../entities/index.ts'
import { unsolved } from '../events/index.ts'
import { pathBanner } from '../heartbeat/index.ts'
import { api, data } from '../platform/api/api.ts'
import { useBrand } from '../platform/page/brand.ts'
import { offlineSince } from '../platform/session/online.ts'
import { newVersionNotice, notices, signInAgain } from '../sessions/index.ts'
import { useIsLive, useLiveStream, usePollEvery } from '../live/index.ts'
import { writeSearch } from '../platform/navigation/search.ts'
import { lapsed, session, useMay, useSession } from '../platform/session/session.ts'
import { offeredVersion } from '../platform/session/version.ts'
import { useStore } from '../platform/store.ts'
import { useText } from '../platform/texts.tsx'
import { mayDiscard } from '../platform/navigation/unsaved.ts'
import { DialogHost } from '../ui/overlay/DialogHost.tsx'
import { ToastHost } from '../ui/overlay/ToastHost.tsx'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import { SubNav } from '../ui/page/head/SubNav.tsx'
import { type JumpField, Shell } from '../ui/shell/Shell.tsx'
import { onceBuilt } from './built.ts'
import { navigation, sectionOf } from './navigation.ts'
import { to } from '../platform/navigation/paths.ts'
import { elsewhere, hrefAt, usePlace } from './place.ts'

const JumpTo = lazyComponent<JumpField & { signOut: () => void }>(() => import('./JumpTo.tsx'), 'overlay')
const Notices = lazyComponent<{ of: Session }>(notices)
const NewVersion = lazyComponent<{ version: string }>(newVersionNotice)
const PathBanner = lazyComponent(pathBanner)
const SignInAgain = lazyComponent<{ of: Session }>(signInAgain, 'overlay')
const calls = { events: api(bell), sessions: api(sessions) }

const leave = () => void signOut()
async function signOut(): Promise<void> {
  if (!(await mayDiscard())) return
  try {
    await data(calls.sessions.logout())
  } catch (error) {
    console.warn('signed out here; the server did not hear it', error)
  }
  session.end(false)
}

const pageOfRoute = <Outlet />

const jump = (field: JumpField) => <JumpTo {...field} signOut={leave} />

/** The shell with its data: who, where, what is open, and whether the server can be reached. Around the page of the route, or around `children`. */
export function AppShell({ children = pageOfRoute }: { children?: ReactNode }) {
  const t = useText()
  const may = useMay()
  const who = useSession()
  const offline = useStore(offlineSince)
  const live = useIsLive()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const hasLapsed = useStore(lapsed)
  const place = usePlace()
  useLiveStream()
  const nav = useMemo(() => navigation(may), [may])
  const current = sectionOf(pathname)
  const { data: counts } = useQuery({
    queryKey: ['events', 'open'],
    queryFn: () => data(calls.events.openCount()),
    refetchInterval: usePollEvery(),
    enabled: who !== undefined && may('events.read'),
  })
  const brand = useBrand()
  const newVersion = useStore(offeredVersion)
  if (!who) return null // the router is on its way to the login
  const pages = nav.find(section => section.key === current)?.pages ?? []
  return (
    <Shell
      brand={brand}
      sections={nav.map(({ key, title, icon, rail, bar, pages: [first] }) => ({
        key,
        name: t(title),
        icon,
        rail,
        bar,
        href: first ? hrefAt(first.path, place) : '/',
        current: key === current,
      }))}
      person={{ name: who.displayName, profileHref: onceBuilt('/settings/profile'), signOut: leave }}
      entity={
        <EntitySwitcher
          current={place}
          root={who.rootEntity}
          href={id => elsewhere(pathname, searchStr, id === who.rootEntity.id ? undefined : id)}
        />
      }
      bell={{ href: to('/events') + writeSearch({ status: unsolved }), counts, current: current === 'events' }}
      live={live}
      offline={offline === undefined ? undefined : { since: offline, queuedCount: 0 }}
      jump={jump}
    >
      {may('platform.root') && <PathBanner waiting={null} />}
      {newVersion !== undefined && <NewVersion version={newVersion} waiting={null} />}
      {!(who.acceptedTerms && who.knowledgeVersion) && <Notices of={who} waiting={null} />}
      {pages.length > 1 && pages.some(page => page.path === pathname) && (
        <SubNav
          label={t('nav.sections')}
          current={hrefAt(pages.find(page => page.path === pathname)?.path ?? '/', place)}
          items={pages.map(({ path, title }) => ({ href: hrefAt(path, place), name: t(title) }))}
        />
      )}
      {children}
      <DialogHost />
      {hasLapsed && <SignInAgain of={who} />}
      <ToastHost />
    </Shell>
  )
}
