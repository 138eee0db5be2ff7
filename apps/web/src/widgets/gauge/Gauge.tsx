import { age, exactQuantity, number, signed } from '@steading/locales/format'
import { clock, useNow } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { digitsOf } from '../../ui/page/figure.ts'
import type { Subject } from '../../interfaces/index.ts'
import { Widget } from '../Widget.tsx'

const polar = (degrees: number, radius: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return `${(70 + radius * Math.cos(angle)).toFixed(2)} ${(70 + radius * Math.sin(angle)).toFixed(2)}`
}
const arc = (from: number, to: number, radius: number) =>
  `M${polar(from, radius)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${polar(to, radius)}`

/** Two rings: the thick one says where the value is, the thin outer one where it should be; the tick is the target. */
export function Gauge({
  subject,
  min,
  max,
  target,
  comfort,
  trend,
  hot = false,
}: {
  subject: Subject
  min: number
  max: number
  target?: number | undefined
  comfort?: readonly [from: number, to: number] | undefined
  /** Change per hour; 0: steady. */
  trend?: number | undefined
  hot?: boolean
}) {
  const t = useText()
  useNow(15)
  const { name, place, href, text, unit, value, decimals, at, stale, retired } = subject
  const now = typeof value === 'number' ? value : undefined
  const degrees = (of: number) => -120 + (240 * (Math.min(max, Math.max(min, of)) - min)) / (max - min || 1)
  const textOf = (figure: number) => exactQuantity(figure, unit, t, decimals)
  const spoken =
    target !== undefined && comfort
      ? t('tile.gauge', { value: `${text} ${unit}`, target: textOf(target), min: textOf(comfort[0]), max: textOf(comfort[1]) })
      : t('tile.gaugePlain', { value: `${text} ${unit}`, min: textOf(min), max: textOf(max) })
  const off = now !== undefined && target !== undefined ? now - target : undefined
  const facts = [
    target !== undefined && { word: t('tile.target'), text: textOf(target) },
    comfort && {
      word: t('tile.comfort'),
      text: `${exactQuantity(comfort[0], '', t)}–${exactQuantity(comfort[1], unit, t)}`,
    },
    off !== undefined && { word: t('tile.deviation'), text: `${signed(off, t, decimals)} ${unit}`, bad: hot },
    !retired && trend !== undefined && { word: t('tile.trend'), text: trendText(trend) },
    retired && { word: t('terminal.one'), text: t('terminal.status.retired'), late: true },
    !retired && at === null && { word: t('tile.noReading'), text: '–', late: true },
    !retired && stale && at && { word: t('alarm.noData'), text: age(at, clock.now(), t), late: true },
  ].filter(fact => fact !== false && fact !== undefined && fact !== null && fact !== '')

  function trendText(change: number) {
    if (change === 0) return t('tile.steady')
    return t(change > 0 ? 'tile.rising' : 'tile.falling', { rate: `${number(Math.abs(change), t, decimals)} ${unit}/h` })
  }
  return (
    <Widget name={name} place={place} href={href} hot={hot} stale={stale}>
      <div className={facts.length > 0 ? 'gauge' : 'gauge alone'}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, in the colours of the page */}
        <svg viewBox="0 0 140 116" role="img" aria-label={spoken}>
          <path d={arc(-120, 120, 54)} className="g-track" />
          {now !== undefined && now > min && <path d={arc(-120, degrees(now), 54)} className={hot ? 'g-value bad' : 'g-value'} />}
          {comfort && <path d={arc(degrees(comfort[0]), degrees(comfort[1]), 64)} className="g-good" />}
          {target !== undefined && (
            <path d={`M${polar(degrees(target), 46)}L${polar(degrees(target), 67)}`} className="g-target" />
          )}
          <text x="70" y="74" className="g-num" style={{ fontSize: Math.min(27, 165 / digitsOf(text)) }}>
            {text}
          </text>
          <text x="70" y="92" className="g-unit">
            {unit}
          </text>
          <text x="20" y="112" className="g-end">
            {exactQuantity(min, '', t)}
          </text>
          <text x="120" y="112" className="g-end">
            {exactQuantity(max, '', t)}
          </text>
        </svg>
        {facts.length > 0 && (
          <dl>
            {facts.map(fact => (
              <div key={fact.word} className={'bad' in fact && fact.bad ? 'bad' : 'late' in fact ? 'late' : undefined}>
                <dt>{fact.word}</dt>
                <dd className="num">{fact.text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Widget>
  )
}
