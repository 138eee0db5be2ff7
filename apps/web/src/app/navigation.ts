import type { Permission } from '@steading/contract/users/permissions'
import type { TextKey } from '@steading/locales/text'
import {
  IconBell,
  IconChartHistogram,
  IconChecklist,
  IconEgg,
  IconLayoutDashboard,
  IconServerCog,
  IconSettingsAutomation,
} from '@tabler/icons-react'
import { built } from './built.ts'
import { type PagePath, type SectionKey, pageOf, pagePaths } from '../platform/navigation/paths.ts'

/** The sections in their order; `rail` and `bar` say where each stands: where there is a rail, the bell leads to events. */
const sections = [
  { key: 'home', title: 'nav.home', icon: IconLayoutDashboard, rail: true, bar: true },
  { key: 'events', title: 'nav.events', icon: IconBell, rail: false, bar: true },
  { key: 'tasks', title: 'nav.tasks', icon: IconChecklist, rail: true, bar: true },
  { key: 'rules', title: 'nav.rules', icon: IconSettingsAutomation, rail: true, bar: false },
  { key: 'production', title: 'nav.production', icon: IconEgg, rail: true, bar: true },
  { key: 'system', title: 'nav.system', icon: IconServerCog, rail: true, bar: false },
  { key: 'analytics', title: 'nav.analytics', icon: IconChartHistogram, rail: true, bar: false },
] as const satisfies readonly { key: SectionKey; title: TextKey; icon: unknown; rail: boolean; bar: boolean }[]

export interface NavPage {
  readonly path: PagePath
  readonly title: TextKey
}
export type NavSection = (typeof sections)[number] & { readonly pages: readonly NavPage[] }

export type May = (asked: Permission | readonly Permission[]) => boolean

/** Whether a page is for who is signed in. An open one stays on the screen when a session ends, here or in another tab. */
export const needsSession = (path: PagePath): boolean => pageOf(path).access !== 'open'

/** Whether somebody with these rights may open a page. */
export function mayOpen(path: PagePath, signedIn: boolean, may: May): boolean {
  const { access, content = access } = pageOf(path)
  if (!needsSession(path)) return true
  return signedIn && [access, content].every(one => one === 'session' || one === 'open' || may(one))
}

/** The sections that this person can enter, each with the pages that are built and allowed; a section without any is left out. */
export function navigation(may: May): readonly NavSection[] {
  return sections
    .map(section => ({
      ...section,
      pages: pagePaths.flatMap(path => {
        const { section: sectionKey, title } = pageOf(path)
        return sectionKey === section.key && title && built[path] && mayOpen(path, true, may) ? [{ path, title }] : []
      }),
    }))
    .filter(section => section.pages.length > 0)
}

/** The section under which an address stands: that of the navigation's longest path that begins it. */
export function sectionOf(pathname: string): SectionKey | undefined {
  if (pathname === '/') return 'home'
  const inside = pagePaths.filter(path => {
    const plain = path.replace(/\/$/, '')
    return pageOf(path).section && (pathname === plain || pathname.startsWith(`${plain}/`))
  })
  const longest = inside.toSorted((a, b) => b.length - a.length)[0]
  if (longest) return pageOf(longest).section
  return pathname.startsWith('/production/') ? 'production' : undefined
}
