import { entityById } from '../entities/index.ts'
import type { Leaves } from '../entities/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { deleted } from '../platform/database/fieldChanges.ts'
import { invalid, Refused, VersionConflict } from '../platform/failures.ts'
import { dashboardById, defaultOf, deleteBoardsAt, giveToCaller, giveToEntity } from './dashboards.sql.ts'
import { withdrawDashboard } from './publicLinks.ts'

/**
 * A dashboard of the caller's becomes the one that an entity shows first. No link shows it any more: what a link shows goes by whose
 * the dashboard is.
 * @throws VersionConflict; Refused CANNOT_UPDATE_ENTITY_ALREADY_HAS_DEFAULT_DASHBOARD; Failed for a dashboard of another
 */
export async function makeDefault(
  work: UnitOfWork,
  entityId: string,
  { dashboardId, version }: { dashboardId: string; version: number },
) {
  const entity = orNotFound(await entityById(work, entityId))
  const row = await dashboardById(work, dashboardId)
  if (!row || row.user_id !== work.actor.id) throw invalid('dashboardId', 'notFound')
  if (await defaultOf(work, entityId)) throw new Refused('CANNOT_UPDATE_ENTITY_ALREADY_HAS_DEFAULT_DASHBOARD')
  const isGiven = await oneDefault(() => giveToEntity(work, { id: dashboardId, version }, entityId))
  if (!isGiven) throw new VersionConflict()
  await withdrawDashboard(work, row)
  await tell(work, entity, { old: null, new: row.display_name })
}

/**
 * The default dashboard of an entity becomes one of the caller's, shown by no link any more; answers its id.
 * @throws Refused ENTITY_DOES_NOT_HAS_DEFAULT_DASHBOARD
 */
export async function takeDefault(work: UnitOfWork, entityId: string): Promise<string> {
  const entity = orNotFound(await entityById(work, entityId))
  const currentDefault = await defaultOf(work, entityId)
  if (!currentDefault) throw new Refused('ENTITY_DOES_NOT_HAS_DEFAULT_DASHBOARD')
  await withdrawDashboard(work, { id: currentDefault.id, display_name: currentDefault.displayName, entity_id: entityId })
  await giveToCaller(work, currentDefault.id)
  await tell(work, entity, { old: currentDefault.displayName, new: null })
  return currentDefault.id
}

/** An entity's own boards, and those that people had there who are gone, go with it. */
export const dropBoards: Leaves = async (work, id, above) => {
  for (const { id: board, displayName } of await work.withSystemScope(systemWork => deleteBoardsAt(systemWork, id)))
    await work.audit({
      action: 'DELETE',
      entityId: above,
      objectType: 'dashboard',
      objectId: board,
      objectName: displayName,
      changes: deleted({ displayName }),
    })
}

const tell = (work: UnitOfWork, { id, name }: { id: string; name: string }, change: { old: string | null; new: string | null }) =>
  work.audit({
    action: 'UPDATE',
    objectType: 'entity',
    objectId: id,
    objectName: name,
    entityId: id,
    changes: [{ field: 'dashboard', ...change }],
  })

/** An entity has one by index: of two at once the second is refused. */
async function oneDefault<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'dashboards_default')
      throw new Refused('CANNOT_UPDATE_ENTITY_ALREADY_HAS_DEFAULT_DASHBOARD')
    throw error
  }
}
