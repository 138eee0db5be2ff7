import type { Terminal } from '@steading/contract/terminals'
import type { TextKey } from '@steading/locales/text'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../ui/marks/StatusPill.tsx'
import './terminals.css'

type ProvisionStatus = Terminal['provisionStatus']

export const provisionStates = {
  PROVISIONED: { tone: 'ok', word: 'terminal.status.provisioned' },
  UPDATING: { tone: 'pending', word: 'terminal.status.updating' },
  NOT_PROVISIONED: { tone: 'idle', word: 'terminal.status.notProvisioned' },
} as const satisfies Record<ProvisionStatus, { tone: StatusTone; word: TextKey }>

/** Whether a box is set up. */
export function ProvisionPill({ status }: { status: ProvisionStatus }) {
  const t = useText()
  const { tone, word } = provisionStates[status]
  return <StatusPill tone={tone}>{t(word)}</StatusPill>
}

/** Whether a box is there now. `mute` leaves the word to screen readers. */
export function Connection({ connected, mute = false }: { connected: boolean; mute?: boolean }) {
  const t = useText()
  const Icon = connected ? IconPlugConnected : IconPlugConnectedX
  return (
    <span className={connected ? 'connection on' : 'connection off'}>
      <Icon size={16} aria-hidden />
      <span className={mute ? 'vh' : undefined}>{t(connected ? 'terminal.connected' : 'terminal.notConnected')}</span>
    </span>
  )
}
