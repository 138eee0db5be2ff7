import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './page.css'

/** A sentence that explains, beside an icon. */
export const Note = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <div className="note">
    {icon ?? <IconInfoCircle size={16} aria-hidden />}
    <div>{children}</div>
  </div>
)
