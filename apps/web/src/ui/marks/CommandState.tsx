import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClockX,
  IconLoader2,
  IconPlugConnectedX,
  IconQuestionMark,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './marks.css'

/**
 * A command has a life: sent, done, or one of the ways in which it came to nothing. `noFeedback`: it was carried out, and the
 * device does not follow; `away`: its box cannot be reached.
 */
export type CommandTone = 'sent' | 'done' | 'rejected' | 'expired' | 'unconfirmed' | 'noFeedback' | 'away'

const icons: Readonly<Record<CommandTone, ReactNode>> = {
  sent: <IconLoader2 size={14} className="turn" aria-hidden />,
  done: <IconCheck size={14} aria-hidden />,
  rejected: <IconBan size={14} aria-hidden />,
  expired: <IconClockX size={14} aria-hidden />,
  unconfirmed: <IconQuestionMark size={14} aria-hidden />,
  noFeedback: <IconAlertTriangle size={14} aria-hidden />,
  away: <IconPlugConnectedX size={14} aria-hidden />,
}

export const CommandState = ({ tone, children }: { tone: CommandTone; children: ReactNode }) => (
  <output className={`cmd cmd-${tone}`}>
    {icons[tone]}
    <span>{children}</span>
  </output>
)
