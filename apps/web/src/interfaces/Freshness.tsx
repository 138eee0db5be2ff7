import type { Interface } from '@steading/contract/interfaces'
import { age, missing } from '@steading/locales/format'
import { useNow } from '../platform/clock.ts'
import { useText } from '../platform/texts.tsx'
import { Age } from '../ui/page/Age.tsx'
import './interfaces.css'

/** How old the last reading is; a sensor that fell silent says so. */
export function Freshness({ of: { lastReadingTimestampUtc: at, stale, good } }: { of: Interface }) {
  const t = useText()
  const now = useNow(10)
  if (at === null) return <span className="dim">{missing}</span>
  if (stale) return <span className="silent num">{t('interface.silent', { age: age(at, now, t) })}</span>
  if (!good) return <span className="silent">{t('reading.invalid')}</span>
  return (
    <span className="dim">
      <Age at={at} />
    </span>
  )
}
