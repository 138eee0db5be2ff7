import { Outlet, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { queryClient } from '../platform/api/queries.ts'
import { parseSearch, writeSearch } from '../platform/navigation/search.ts'
import { session, sessionMay, useSession } from '../platform/session/session.ts'
import { takeOfferedVersion } from '../platform/session/version.ts'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { AppShell } from './AppShell.tsx'
import { built } from './built.ts'
import { BrokenPage, NotFoundPage } from './ErrorPages.tsx'
import { mayOpen, needsSession } from './navigation.ts'
import { type PagePath, pagePaths } from '../platform/navigation/paths.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly page?: PagePath
  }
}

/** An address that leads nowhere: whoever is signed in keeps what is around the page. */
function Nowhere() {
  return useSession() ? (
    <AppShell>
      <NotFoundPage />
    </AppShell>
  ) : (
    <NotFoundPage />
  )
}

const root = createRootRoute({ component: Outlet, notFoundComponent: Nowhere, errorComponent: BrokenPage })
const inside = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: AppShell,
})

/** Our `{name}` as the router writes parameters. */
const pattern = (path: PagePath) => path.replace(/\{(\w+)\}/g, '$$$1')

/** A page that needs a session leads to the login first, and back; one that needs more than the person has is not found. */
function guard(path: PagePath, href: string): void {
  if (needsSession(path) && !session.get())
    throw redirect({ href: `/login${writeSearch({ next: href === '/' ? undefined : href })}` })
}

function routeOf(path: PagePath) {
  const load = built[path]
  if (!load) return []
  const open = !needsSession(path)
  const Component = lazyComponent(load, 'page')
  const route = createRoute({
    getParentRoute: () => (open ? root : inside),
    path: pattern(path),
    staticData: { page: path },
    beforeLoad: ({ location }) => guard(path, location.href),
    component: () =>
      mayOpen(path, session.get() !== undefined, asked => sessionMay(session.get(), asked)) ? (
        <Component waiting={<SkeletonPage />} />
      ) : (
        <NotFoundPage />
      ),
    pendingComponent: SkeletonPage,
    errorComponent: BrokenPage,
    // The last page stays until the next one is here; one that does not come says so in its own place.
    loader: () => Component.fetch().catch(() => undefined),
  })
  return [{ open, route }]
}

const all = pagePaths.flatMap(routeOf)
const routeTree = root.addChildren([
  ...all.filter(one => one.open).map(one => one.route),
  inside.addChildren(all.filter(one => !one.open).map(one => one.route)),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
  defaultPreload: false,
  defaultPendingMs: 250,
  trailingSlash: 'preserve',
})

/** Whether the page on the screen needs no session. */
export function isOnOpenPage(): boolean {
  const page = router.matchRoutes(router.latestLocation).at(-1)?.staticData.page
  return page !== undefined && !needsSession(page)
}

// A session that ends leads to the login from a page that needs one; what was asked for is where one comes back to.
session.subscribe(() => {
  if (session.get()) return
  const { href } = router.latestLocation
  // An open page stays, and what it shows: an alarm is answered by its link, whoever was signed in.
  if (isOnOpenPage()) return queryClient.removeQueries({ type: 'inactive' })
  // Without a session nothing is drawn: no form holds anybody back.
  const anyhow = { ignoreBlocker: true }
  router.history.push(`/login${writeSearch({ next: href === '/' ? undefined : href })}`, undefined, anyhow)
  // What one person saw is not the next one's.
  queryClient.clear()
})

/** What stands above the page has the keys: a page that arrives under it does not take them. */
const isCovered = () => document.querySelector('[role=dialog], dialog[open], :popover-open') !== null

// A form with unsaved changes was asked before: the next page comes with the newer version that was offered.
router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) takeOfferedVersion()
})

// A new page begins at its beginning for those who hear it, too.
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged && !isCovered()) document.getElementById('main')?.focus({ preventScroll: true })
})
