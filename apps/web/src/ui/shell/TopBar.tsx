import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { time } from '@steading/locales/format'
import { useNow } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Bell } from './Bell.tsx'
import type { OpenCounts } from './navigation/sections.ts'

/** Values arrive as they are measured, are asked for every 60 s, or do not come at all. */
export type LiveState = 'live' | 'polled' | 'offline'

const liveWords = { live: 'shell.live', polled: 'shell.notLive', offline: 'ui.offline' } as const

/** Where one stands, the jump to anywhere else, whether values are live, and the bell. */
export function TopBar({
  entity,
  onJump,
  live,
  bell,
}: {
  entity: ReactNode
  onJump: () => void
  live: LiveState
  bell: { href: string; counts: OpenCounts | undefined; current?: boolean }
}) {
  const t = useText()
  const now = useNow(30)
  const zone = useZone()
  return (
    <header className="topbar">
      {entity}
      <button type="button" className="jump" onClick={onJump} aria-keyshortcuts="Control+K">
        <IconSearch size={15} aria-hidden />
        <span>{t('shell.jumpTo')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className={live === 'live' ? 'live on' : 'live'}>
        <i aria-hidden />
        {t(liveWords[live])}
        <span className="num dim">{time(now, zone)}</span>
      </span>
      <button type="button" className="jump-small" onClick={onJump}>
        <IconSearch size={19} aria-hidden />
        <span className="vh">{t('ui.search')}</span>
      </button>
      <Bell {...bell} />
    </header>
  )
}
