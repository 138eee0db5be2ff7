import type { Batch, BatchStatus } from '@steading/contract/production/batches'
import type { TextKey } from '@steading/locales/text'
import { useNow } from '../platform/page/clock.ts'
import { useText } from '../platform/texts.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { openDayText } from './batchWords.ts'

export const statusWord = {
  OPEN: 'batch.status.open',
  CLOSED: 'batch.status.closed',
} as const satisfies Record<BatchStatus, TextKey>

/** Whether a batch is open, and on which of its days if `opened` is given. */
export function BatchState({ status, opened }: { status: BatchStatus; opened?: Pick<Batch, 'openDate' | 'timeZone'> }) {
  const t = useText()
  const now = useNow(60)
  const words = status === 'OPEN' && opened ? openDayText(opened, now, t) : t(statusWord[status])
  return <StatusPill tone={status === 'OPEN' ? 'ok' : 'idle'}>{words}</StatusPill>
}
