import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './page.css'

/** A sentence that explains, beside an icon. */
export const Note = ({ icon = <IconInfoCircle size={16} aria-hidden />, children }: { icon?: ReactNode; children: ReactNode }) => (
  <div className="note">
    {icon}
    <div>{children}</div>
  </div>
)
