import type { TerminalDetails, TerminalStatus } from '@steading/contract/devices/terminals'
import type { TextKey } from '@steading/locales/text'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../../ui/marks/StatusPill.tsx'
import '../terminals.css'

export const provisionStates = {
  PROVISIONED: { tone: 'ok', word: 'terminal.status.provisioned' },
  UPDATING: { tone: 'pending', word: 'terminal.status.updating' },
  NOT_PROVISIONED: { tone: 'idle', word: 'terminal.status.notProvisioned' },
  RETIRED: { tone: 'idle', word: 'terminal.status.retired' },
} as const satisfies Record<TerminalStatus, { tone: StatusTone; word: TextKey }>

/** Provisioning state, or retired. */
export function ProvisionPill({ status }: { status: TerminalStatus }) {
  const t = useText()
  const { tone, word } = provisionStates[status]
  return <StatusPill tone={tone}>{t(word)}</StatusPill>
}

/** Provisioning and connection state, or retired. */
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

/** Deleted or retired; undefined for a terminal in service. */
export function overWord({
  retiredTimestampUtc,
  deletedTimestampUtc,
}: Pick<TerminalDetails, 'retiredTimestampUtc' | 'deletedTimestampUtc'>): TextKey | undefined {
  if (deletedTimestampUtc !== null) return 'terminal.status.deleted'
  return retiredTimestampUtc === null ? undefined : 'terminal.status.retired'
}

/** Connection state. `mute`: the word is for screen readers only. */
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
