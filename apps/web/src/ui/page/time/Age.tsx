import { type Moment, age, dateTime, missing } from '@steading/locales/format'
import { useNow } from '../../../platform/page/clock.ts'
import { useZone } from '../../../platform/session/session.ts'
import { useText } from '../../../platform/texts.tsx'

/** How long ago, where a button would be in the way (in rows that lead somewhere); the date is in the title. */
export function Age({ at }: { at: Moment }) {
  const t = useText()
  const now = useNow(10)
  const zone = useZone()
  if (at === null || at === undefined) return <span className="dim">{missing}</span>
  return (
    <span className="num" title={dateTime(at, zone, t)}>
      {t('ui.ago', { age: age(at, now, t) })}
    </span>
  )
}
