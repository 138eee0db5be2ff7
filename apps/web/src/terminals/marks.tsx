import type { TerminalDetails, TerminalStatus } from '@steading/contract/terminals'
import type { TextKey } from '@steading/locales/text'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../ui/marks/StatusPill.tsx'
import './terminals.css'

export const provisionStates = {
  PROVISIONED: { tone: 'ok', word: 'terminal.status.provisioned' },
  UPDATING: { tone: 'pending', word: 'terminal.status.updating' },
  NOT_PROVISIONED: { tone: 'idle', word: 'terminal.status.notProvisioned' },
  RETIRED: { tone: 'idle', word: 'terminal.status.retired' },
} as const satisfies Record<TerminalStatus, { tone: StatusTone; word: TextKey }>

/** Whether a box is set up, or out of service for good. */
export function ProvisionPill({ status }: { status: TerminalStatus }) {
  const t = useText()
  const { tone, word } = provisionStates[status]
  return <StatusPill tone={tone}>{t(word)}</StatusPill>
}

/** How a box stands: set up and there, or out of service for good. */
export function TerminalState({ of }: { of: Pick<TerminalDetails, Standing> }) {
  const t = useText()
  const over = overWord(of)
  if (over) return <StatusPill tone="idle">{t(over)}</StatusPill>
  return (
    <>
      <ProvisionPill status={of.provisionStatus} />
      <Connection connected={of.connected} />
    </>
  )
}

type Standing = 'provisionStatus' | 'connected' | 'retiredTimestampUtc' | 'deletedTimestampUtc'

/** What a box is that will not return; undefined: it is in service. */
export function overWord({
  retiredTimestampUtc,
  deletedTimestampUtc,
}: Pick<TerminalDetails, 'retiredTimestampUtc' | 'deletedTimestampUtc'>): TextKey | undefined {
  if (deletedTimestampUtc !== null) return 'terminal.status.deleted'
  return retiredTimestampUtc === null ? undefined : 'terminal.status.retired'
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
