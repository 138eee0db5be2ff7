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
      {ranges.map(one => (
        <button key={one} type="button" aria-pressed={one === hours} onClick={() => onHours(one)}>
          {one < 48 ? t('chart.hours', { count: one }) : t('chart.days', { count: one / 24 })}
        </button>
      ))}
    </fieldset>
  )
}
