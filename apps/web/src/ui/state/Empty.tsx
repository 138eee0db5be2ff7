import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './state.css'

/** Nothing here: why, and the next thing to do. */
export const Empty = ({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className="empty">
    <span className="empty-icon" aria-hidden>
      {icon ?? <IconInbox size={30} stroke={1.4} />}
    </span>
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </div>
)
