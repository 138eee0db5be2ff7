import { IconAlertTriangle, IconCircleCheckFilled, IconCircleDashed, IconLoader2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './marks.css'

export type StatusTone = 'ok' | 'pending' | 'error' | 'idle'

/** Filled check, turning arc, triangle, dashed ring: four outlines that differ in grey too. */
const icons: Readonly<Record<StatusTone, ReactNode>> = {
  ok: <IconCircleCheckFilled size={14} aria-hidden />,
  pending: <IconLoader2 size={14} className="turn" aria-hidden />,
  error: <IconAlertTriangle size={14} aria-hidden />,
  idle: <IconCircleDashed size={14} aria-hidden />,
}

/** What became of something that is put to work: deployed, on the way, failed, not there. A count alone is enough in tables. */
export const StatusPill = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => (
  <span className={`pill pill-${tone}`}>
    {icons[tone]}
    <span>{children}</span>
  </span>
)
