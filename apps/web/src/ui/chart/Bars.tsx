import { quantity } from '@steading/locales/format'
import { useText } from '../../platform/texts.tsx'
import './chart.css'

export interface Bar {
  readonly id: string
  /** When it is, a day or an hour; clocks repeat an hour. */
  readonly label: string
  /** Null: not measured. */
  readonly value: number | null
  /** Still being counted: drawn hatched. */
  readonly isPartial?: boolean
}

/** Values of equal steps of time as bars, in what room there is; a sentence lists them. */
export function Bars({ title, bars, unit, decimals }: { title: string; bars: readonly Bar[]; unit: string; decimals: number }) {
  const t = useText()
  const most = bars.reduce((highest, { value }) => Math.max(highest, value ?? 0), 0)
  const known = bars.filter(({ value }) => value !== null)
  const words = ({ label, value }: Bar) => `${label}: ${quantity(value, unit, t, decimals)}`
  return (
    <figure className="bars">
      <span className="bars-top num" aria-hidden>
        {quantity(most, unit, t, decimals)}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by style sheets */}
      <div className="bars-plot" role="img" aria-label={`${title}. ${known.map(words).join(', ')}`}>
        {bars.map(bar => (
          <span key={bar.id} title={words(bar)} className={bar.isPartial ? 'bar partial' : 'bar'}>
            <i style={{ height: `${most === 0 ? 0 : (100 * Math.max(0, bar.value ?? 0)) / most}%` }} />
          </span>
        ))}
      </div>
      <div className="bars-labels num" aria-hidden>
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
    </figure>
  )
}
