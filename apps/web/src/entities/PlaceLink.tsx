import type { EntityRef } from '@steading/contract/entities/entities'
import { to } from '../platform/navigation/paths.ts'
import { useMay } from '../platform/session/session.ts'
import { Link } from '../ui/Link.tsx'

/** Name of an entity, as a link for users who may read entities. */
export function PlaceLink({ entity: { id, displayName } }: { entity: Pick<EntityRef, 'id' | 'displayName'> }) {
  const may = useMay()
  if (!may('entities.read')) return <span>{displayName}</span>
  return <Link href={to('/system/entities/{entityid}/details', { entityid: id })}>{displayName}</Link>
}
