import { type Moment, age, dateTime } from '@steading/locales/format'
import { useState } from 'react'
import { useNow } from '../../../platform/page/clock.ts'
import { useZone } from '../../../platform/session/session.ts'
import { useText } from '../../../platform/texts.tsx'
import '../page.css'

/** A point in time. A click changes between the date and how long ago it was; the other one is always in the title. */
export function When({ at, first = 'date' }: { at: Moment; first?: 'date' | 'age' }) {
  const t = useText()
  const now = useNow(30)
  const zone = useZone()
  const [shown, show] = useState(first)
  const texts = { date: dateTime(at, zone, t), age: t('ui.ago', { age: age(at, now, t) }) }
  const other = shown === 'date' ? 'age' : 'date'
  return (
    <button type="button" className="when num" title={texts[other]} onClick={() => show(other)}>
      {texts[shown]}
      <span className="vh">, {t('ui.showDate')}</span>
    </button>
  )
}
