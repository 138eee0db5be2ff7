import { useText } from '../../platform/texts.tsx'
import './chart.css'

/** The quick ranges of a chart, in hours; days from two on. */
export function Ranges<H extends number>({
  ranges,
  hours,
  onHours,
}: {
  ranges: readonly H[]
  /** undefined: none of them. */
  hours: H | undefined
  onHours: (hours: H) => void
}) {
  const t = useText()
  return (
    <fieldset className="ranges">
      <legend className="vh">{t('chart.range')}</legend>
      {ranges.map(range => (
        <button key={range} type="button" aria-pressed={range === hours} onClick={() => onHours(range)}>
          {range < 48 ? t('chart.hours', { count: range }) : t('chart.days', { count: range / 24 })}
        </button>
      ))}
    </fieldset>
  )
}
