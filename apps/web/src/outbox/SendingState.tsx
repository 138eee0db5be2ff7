import type { Notification } from '@steading/contract/outbox'
import { IconCheck, IconInbox, IconLoader2, IconMailX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../platform/texts.tsx'
import { stateWord } from './words.ts'
import './outbox.css'

const icons: Readonly<Record<Notification['state'], ReactNode>> = {
  QUEUED: <IconLoader2 size={14} className="turn" aria-hidden />,
  SENT: <IconCheck size={14} aria-hidden />,
  KEPT: <IconInbox size={14} aria-hidden />,
  FAILED: <IconMailX size={14} aria-hidden />,
  WITHHELD: <IconMailX size={14} aria-hidden />,
}

/** What became of a message. */
export function SendingState({ state }: { state: Notification['state'] }) {
  const t = useText()
  return (
    <span className={`sending sending-${state.toLowerCase()}`}>
      {icons[state]}
      <span>{t(stateWord[state])}</span>
    </span>
  )
}
