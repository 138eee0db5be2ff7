import type { ReactNode } from 'react'
import './page.css'

/** A card: hairline, no shadow. `flush` lets a list or a map reach its edges. */
export const Card = ({
  title,
  hint,
  actions,
  children,
  className = '',
  flush = false,
}: {
  title?: ReactNode
  hint?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
  flush?: boolean
}) => (
  <section className={`card ${className}`}>
    {title && (
      <div className="card-head">
        <h2>{title}</h2>
        {hint && <span className="card-hint">{hint}</span>}
        {actions && <div className="card-actions">{actions}</div>}
      </div>
    )}
    <div className={flush ? 'card-body flush' : 'card-body'}>{children}</div>
  </section>
)
