import type { ReactNode } from 'react'
import './notices.css'

/** A line above the page, with what one may do about it. */
export const Notice = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <aside className="notice">
    {icon}
    {children}
  </aside>
)
