import type { Interface } from '@steading/contract/devices/interfaces'
import { age, missing } from '@steading/locales/format'
import { useNow } from '../platform/page/clock.ts'
import { useText } from '../platform/texts.tsx'
import { Age } from '../ui/page/time/Age.tsx'
import './interfaces.css'

/** Age of the last reading; marks silent sensors and retired terminals. */
export function Freshness({ interface: { lastReadingTimestampUtc: at, stale, good, terminal } }: { interface: Interface }) {
  const t = useText()
  const now = useNow(10)
  if (terminal.retired)
    return (
      <span className="silent num">
        {at === null ? t('terminal.status.retired') : t('tile.retired', { age: age(at, now, t) })}
      </span>
    )
  if (at === null) return <span className="dim">{missing}</span>
  if (stale) return <span className="silent num">{t('interface.silent', { age: age(at, now, t) })}</span>
  if (!good) return <span className="silent">{t('reading.invalid')}</span>
  return (
    <span className="dim">
      <Age at={at} />
    </span>
  )
}
