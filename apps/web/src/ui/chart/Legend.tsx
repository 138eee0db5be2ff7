import { Swatch } from './Swatch.tsx'
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
        <Swatch series={series} dashed={dashed} />
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
