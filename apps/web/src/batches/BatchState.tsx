import type { Batch, BatchStatus } from '@steading/contract/production/batches'
import type { TextKey } from '@steading/locales/text'
import { useText } from '../platform/texts.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'

export const statusWord = {
  OPEN: 'batch.status.open',
  CLOSED: 'batch.status.closed',
} as const satisfies Record<BatchStatus, TextKey>

/** Whether a batch is open, and on which day of its animals' age if `age` is given. */
export function BatchState({ status, age = null }: { status: BatchStatus; age?: Batch['batchAge'] }) {
  const t = useText()
  const words = status === 'OPEN' && age !== null ? t('batch.openDay', { day: age }) : t(statusWord[status])
  return <StatusPill tone={status === 'OPEN' ? 'ok' : 'idle'}>{words}</StatusPill>
}
