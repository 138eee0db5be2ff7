import type { ReactNode } from 'react'
import { fitting } from './figure.ts'
import './page.css'

/** Figures that share one card, hairlines between them; `lead` ones come first and are larger. */
export const KpiBar = ({ children, label }: { children: ReactNode; label: string }) => (
  <section className="kpi-bar" aria-label={label}>
    {children}
  </section>
)

/** One figure: label, value with its unit, and one note (a difference and against what). */
export const Kpi = ({
  label,
  value,
  unit,
  note,
  lead = false,
}: {
  label: string
  value: string
  unit?: string
  note?: ReactNode
  lead?: boolean
}) => (
  <div className={lead ? 'kpi kpi-lead' : 'kpi'}>
    <div className="kpi-label">{label}</div>
    <div className="kpi-value num" style={fitting(value, unit)}>
      {value}
      {unit && <span className="unit">{unit}</span>}
    </div>
    {note && <div className="kpi-note">{note}</div>}
  </div>
)

/** A difference. It is judged (green, red) only where better and worse are clear: `good` undefined judges nothing. */
export const Delta = ({ value, good, against }: { value: string; good?: boolean | undefined; against?: string }) => (
  <span className={`delta ${good === undefined ? '' : good ? 'good' : 'bad'}`}>
    <span className="num">{value}</span>
    {against && <span className="dim"> {against}</span>}
  </span>
)
