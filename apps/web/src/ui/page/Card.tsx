import { type ReactNode, useId } from 'react'
import './page.css'

/**
 * A card: hairline, no shadow. `flush` lets a list or a map reach its edges; in a `group` fields are told by the card's title, where
 * others have the same names.
 */
export function Card({
  title,
  hint,
  actions,
  children,
  className = '',
  flush = false,
  group = false,
}: {
  title?: ReactNode
  hint?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
  flush?: boolean
  group?: boolean
}) {
  const id = useId()
  return (
    <section className={`card ${className}`} {...(group && { role: 'group', 'aria-labelledby': id })}>
      {title && (
        <div className="card-head">
          <h2 id={group ? id : undefined}>{title}</h2>
          {hint && <span className="card-hint">{hint}</span>}
          {actions && <div className="card-actions">{actions}</div>}
        </div>
      )}
      <div className={flush ? 'card-body flush' : 'card-body'}>{children}</div>
    </section>
  )
}
