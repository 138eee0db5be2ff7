import type { BatchRef } from '@steading/contract/production/batchRef'
import { to } from '../platform/navigation/paths.ts'
import { Link } from '../ui/Link.tsx'

/** A batch by its code, as a link to its page. */
export const BatchLink = ({ batch: { id, code } }: { batch: BatchRef }) => (
  <Link href={to('/production/batches/{batchId}/details', { batchId: id })}>{code}</Link>
)
