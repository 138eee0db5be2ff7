import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './state.css'

/** Nothing here: why, and the next thing to do. */
export const Empty = ({
  icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Of a page that shows nothing else: `h1`. */
  heading?: 'h1' | 'h2'
}) => (
  <div className="empty">
    <span className="empty-icon" aria-hidden>
      {icon ?? <IconInbox size={30} stroke={1.4} />}
    </span>
    <Heading>{title}</Heading>
    {children && <p>{children}</p>}
    {action}
  </div>
)
