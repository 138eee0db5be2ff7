import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './body.css'

/** A sentence in the place of a widget's content. */
export const WidgetNote = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <div className="w-fail w-note">
    {icon ?? <IconInfoCircle size={18} aria-hidden />}
    <span>{children}</span>
  </div>
)
