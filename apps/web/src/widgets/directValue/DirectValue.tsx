import type { Series } from '@steading/contract/devices/readings'
import { age } from '@steading/locales/format'
import { useState } from 'react'
import { clock, useNow } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Sparkline } from '../../ui/chart/Sparkline.tsx'
import { fitting } from '../../ui/page/figure.ts'
import type { Subject } from '../../interfaces/index.ts'
import { Widget } from '../Widget.tsx'

/** One value, its course, and how old it is. A silent sensor's value is grey and says since when. */
export function DirectValue({
  subject,
  course,
  limit,
  steps,
  hot = false,
  note,
}: {
  subject: Subject
  course?: Pick<Series, 'times' | 'values'> | undefined
  limit?: number | undefined
  /** Its course holds each value until the next one. */
  steps?: boolean | undefined
  hot?: boolean
  /** Instead of the age: against what the value stands. */
  note?: string | undefined
}) {
  const t = useText()
  useNow(15)
  const now = clock.now()
  const { name, place, href, text, value, unit, at, stale, retired } = subject
  const [first] = useState(text)
  const freshness = retired
    ? at === null
      ? t('terminal.status.retired')
      : t('tile.retired', { age: age(at, now, t) })
    : at === null
      ? t('tile.noReading')
      : stale
        ? t('tile.noReadingFor', { duration: age(at, now, t) })
        : (note ?? t('tile.readingAge', { age: age(at, now, t) }))
  return (
    <Widget name={name} place={place} href={href} hot={hot} stale={stale}>
      <div className="dv">
        <div
          className={`dv-value ${typeof value === 'number' ? 'num' : 'word'}${text === first ? '' : ' changed'}`}
          key={text}
          style={fitting(text, unit)}
        >
          {text}
          {unit && <span className="unit">{unit}</span>}
        </div>
        {course && <Sparkline values={course.values} times={course.times} limit={limit} steps={steps} bad={hot} />}
        <div className="dv-note">{freshness}</div>
      </div>
    </Widget>
  )
}
