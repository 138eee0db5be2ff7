import './chart.css'

export interface LegendItem {
  readonly name: string
  readonly series: number
  readonly dashed?: boolean
  readonly value?: string
  readonly unit?: string
}

/** Which line is whose, with its last value. */
export const Legend = ({ items }: { items: readonly LegendItem[] }) => (
  <ul className="legend">
    {items.map(({ name, series, dashed, value, unit }) => (
      <li key={name}>
        <svg width="18" height="8" aria-hidden>
          <line
            x1="0"
            y1="4"
            x2="18"
            y2="4"
            strokeWidth="2.5"
            className={`s${series}`}
            strokeDasharray={dashed ? '4 3' : undefined}
          />
        </svg>
        <span>{name}</span>
        {value && (
          <b className="num">
            {value}
            {unit && <span className="legend-unit"> {unit}</span>}
          </b>
        )}
      </li>
    ))}
  </ul>
)
