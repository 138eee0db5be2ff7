import type { Permission } from '@steading/contract/users/permissions'
import { isPermitted } from '../../platform/actor.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { Failed } from '../../platform/failures.ts'

/** How long authors may correct or delete their own entries with the permission to create alone, ms. */
export const OWN_ENTRY_PERIOD = 24 * 3_600_000

/** Who wrote an entry, and when. */
interface Authored {
  readonly created_by: string | null
  readonly created_at: Date
}

/** The permission to change entries of anybody, and the one that authors have. */
export interface EntryPermissions {
  readonly all: Permission
  readonly own: Permission
}

/** May the caller change an entry: by permission, or as its author within 24 h? */
export const mayChangeEntry = (
  { actor, now }: Pick<UnitOfWork, 'actor' | 'now'>,
  entry: Authored,
  { all, own }: EntryPermissions,
): boolean =>
  isPermitted(actor, all) ||
  (isPermitted(actor, own) &&
    actor.kind === 'user' &&
    entry.created_by !== null &&
    entry.created_by === actor.id &&
    now.getTime() - entry.created_at.getTime() <= OWN_ENTRY_PERIOD)

/** @throws Failed NOT_ALLOWED */
export function mustMayChangeEntry(
  work: Pick<UnitOfWork, 'actor' | 'now'>,
  entry: Authored,
  permissions: EntryPermissions,
): void {
  if (!mayChangeEntry(work, entry, permissions)) throw new Failed('NOT_ALLOWED')
}
