import { orNotFound } from '../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import { NotFound } from '../platform/failures.ts'
import { localDayIn } from '../platform/time/localDay.ts'
import type { World } from '../platform/world.ts'
import { batchById } from '../batches/index.ts'
import { batchesToCompute } from './batchFigures.sql.ts'
import { computeEnvironment, freshEnvironment } from './environment.ts'
import { computeAgain, system } from './figures.ts'

const INTERVAL_MS = 15 * 60_000

/**
 * Computes days and KPIs of open batches again, and once a local day how much of their climate lay inside the band. Batches that
 * were opened, edited or closed follow, too.
 */
export function createFiguresTask(world: World): PeriodicTask {
  const { db, clock } = world
  const isEnvironmentDue = (id: string) =>
    db.work(system, async work => {
      const batch = orNotFound(await batchById(work, id))
      const [stored] = await freshEnvironment(work, batch)
      if (!stored) return true
      const localDay = localDayIn(batch.timeZone)
      return batch.close_date === null && localDay(stored.computedAt.getTime()) !== localDay(clock.now())
    })
  return createPeriodicTask(world, 'batch figures', INTERVAL_MS, async () => {
    for (const id of await db.work(system, batchesToCompute)) {
      try {
        await computeAgain(world, id)
        if (await isEnvironmentDue(id)) await computeEnvironment(world, id)
      } catch (error) {
        // The batch was deleted meanwhile.
        if (!(error instanceof NotFound)) throw error
      }
    }
  })
}
