import type { BatchStatus } from '@steading/contract/batches'
import type { TextKey } from '@steading/locales/text'
import { useText } from '../platform/texts.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'

export const statusWord = {
  OPEN: 'batch.status.open',
  CLOSED: 'batch.status.closed',
} as const satisfies Record<BatchStatus, TextKey>

/** Whether the animals are there. */
export function BatchState({ status }: { status: BatchStatus }) {
  const t = useText()
  return <StatusPill tone={status === 'OPEN' ? 'ok' : 'idle'}>{t(statusWord[status])}</StatusPill>
}
