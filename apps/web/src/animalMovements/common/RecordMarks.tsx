import type { EntityRef } from '@steading/contract/entities/entities'
import type { BatchRef } from '@steading/contract/production/batchRef'
import { dateTime } from '@steading/locales/format'
import { PlaceLink } from '../../entities/index.ts'
import { to } from '../../platform/navigation/paths.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { StatusPill } from '../../ui/marks/StatusPill.tsx'

/** Whether a movement counts already. */
export function MovementStatusPill({ pending }: { pending: boolean }) {
  const t = useText()
  return <StatusPill tone={pending ? 'pending' : 'ok'}>{t(pending ? 'movement.pending' : 'movement.effective')}</StatusPill>
}

/** A batch by its code, as a link to its page. */
export const BatchLink = ({ batch: { id, code } }: { batch: BatchRef }) => (
  <Link href={to('/production/batches/{batchId}/details', { batchId: id })}>{code}</Link>
)

/** Batch, house and time of a record, in its head. */
export function RecordMeta({
  record: { batch, entity, timestamp, timeZone },
}: {
  record: {
    readonly batch: BatchRef | null
    readonly entity: Pick<EntityRef, 'id' | 'displayName'>
    readonly timestamp: string
    readonly timeZone: string
  }
}) {
  const t = useText()
  return (
    <>
      {batch && <BatchLink batch={batch} />}
      <PlaceLink entity={entity} />
      <span className="num">{dateTime(timestamp, timeZone, t)}</span>
    </>
  )
}
