import { since } from '@steading/locales/format'
import { IconWifiOff } from '@tabler/icons-react'
import { clock } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'

/** The server cannot be reached: since when, and how many entries wait on this device. The last screen stays below. */
export function OfflineStrip({ from, queuedCount }: { from: number; queuedCount: number }) {
  const t = useText()
  const zone = useZone()
  return (
    <output className="offline">
      <IconWifiOff size={16} aria-hidden />
      <span>
        <b>{t('shell.offlineSince', { time: since(from, clock.now(), zone, t) })}</b> {t('shell.offlineHint')}{' '}
        {queuedCount > 0 && t('shell.kept', { count: queuedCount })}
      </span>
    </output>
  )
}
