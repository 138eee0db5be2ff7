import {
  IconBell,
  IconChartHistogram,
  IconChecklist,
  IconEgg,
  IconLayoutDashboard,
  IconServerCog,
  IconSettingsAutomation,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../platform/texts.tsx'
import type { Brand } from '../theme/brands.ts'
import { DialogHost } from '../ui/overlay/DialogHost.tsx'
import { ToastHost } from '../ui/overlay/ToastHost.tsx'
import { EntityButton } from '../ui/shell/EntityButton.tsx'
import { Shell } from '../ui/shell/Shell.tsx'
import { now } from './samples.ts'

const sections = [
  ['home', 'nav.home', IconLayoutDashboard, true, true],
  ['events', 'nav.events', IconBell, false, true],
  ['tasks', 'nav.tasks', IconChecklist, true, true],
  ['rules', 'nav.rules', IconSettingsAutomation, true, false],
  ['production', 'nav.production', IconEgg, true, true],
  ['system', 'nav.system', IconServerCog, true, false],
  ['analytics', 'nav.analytics', IconChartHistogram, true, false],
] as const

/** The shell as Rita at Quinta do Paul sees it. */
export function InShell({ brand, offline, children }: { brand: Brand; offline: boolean; children: ReactNode }) {
  const t = useText()
  return (
    <Shell
      brand={brand}
      sections={sections.map(([key, title, icon, rail, bar]) => ({
        key,
        name: t(title),
        icon,
        rail,
        bar,
        href: `/${key}`,
        current: key === 'home',
      }))}
      person={{ name: 'Rita Marques', profileHref: '/settings/profile', signOut: () => undefined }}
      entity={<EntityButton path="Lezíria Aves" name="Quinta do Paul" opens="places" />}
      bell={{ href: '/events', counts: { CRITICAL: 1, MAJOR: 2, MODERATE: 4, LOW: 3 } }}
      live
      offline={offline ? { since: now - 180_000, kept: 2 } : undefined}
      targets={sections.map(([key, title]) => ({ href: `/${key}`, name: t(title) }))}
    >
      {children}
      <DialogHost />
      <ToastHost />
    </Shell>
  )
}
