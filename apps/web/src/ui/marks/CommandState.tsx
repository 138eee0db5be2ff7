import { IconAlertTriangle, IconCheck, IconLoader2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './marks.css'

/** A command has a life: sent, confirmed by feedback, or not. */
export type CommandTone = 'confirmed' | 'sent' | 'failed'

const icons: Readonly<Record<CommandTone, ReactNode>> = {
  confirmed: <IconCheck size={14} aria-hidden />,
  sent: <IconLoader2 size={14} className="turn" aria-hidden />,
  failed: <IconAlertTriangle size={14} aria-hidden />,
}

export const CommandState = ({ tone, children }: { tone: CommandTone; children: ReactNode }) => (
  <output className={`cmd cmd-${tone}`}>
    {icons[tone]}
    <span>{children}</span>
  </output>
)
