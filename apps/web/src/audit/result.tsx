import type { AuditEntry } from '@steading/contract/users/audit'
import { resultWord } from '@steading/locales/audit'
import { useText } from '../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../ui/marks/StatusPill.tsx'

const tones = { OK: 'ok', REFUSED: 'error', ERROR: 'error' } as const satisfies Record<AuditEntry['result'], StatusTone>

export function ResultPill({ result }: { result: AuditEntry['result'] }) {
  const t = useText()
  return <StatusPill tone={tones[result]}>{resultWord(result, t)}</StatusPill>
}
