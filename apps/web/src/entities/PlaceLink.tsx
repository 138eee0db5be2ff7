import type { EntityRef } from '@steading/contract/entities'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { Link } from '../ui/Link.tsx'

/** Where something is: a link for who may see entities. */
export function PlaceLink({ of: { id, displayName } }: { of: Pick<EntityRef, 'id' | 'displayName'> }) {
  const may = useMay()
  if (!may('entities.read')) return <span>{displayName}</span>
  return <Link href={to('/system/entities/{entityid}/details', { entityid: id })}>{displayName}</Link>
}
