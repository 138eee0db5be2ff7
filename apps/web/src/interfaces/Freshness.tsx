import type { Interface } from '@steading/contract/interfaces'
import { age, missing } from '@steading/locales/format'
import { useNow } from '../platform/clock.ts'
import { useText } from '../platform/texts.tsx'
import { Age } from '../ui/page/Age.tsx'
import './interfaces.css'

/** How old the last reading is; a sensor that fell silent says so, and one whose box was retired. */
export function Freshness({ of: { lastReadingTimestampUtc: at, stale, good, terminal } }: { of: Interface }) {
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
