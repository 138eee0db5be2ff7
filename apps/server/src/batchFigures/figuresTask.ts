import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import { NotFound } from '../platform/failures.ts'
import { localDayIn } from '../platform/time/localDay.ts'
import type { World } from '../platform/world.ts'
import { batchById } from '../batches/index.ts'
import { batchesToCompute, storedEnvironment } from './batchFigures.sql.ts'
import { computeEnvironment } from './environment.ts'
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
      const batch = await batchById(work, id)
      const [stored] = await storedEnvironment(work, id)
      if (!batch || !stored) return true
      const localDay = localDayIn(batch.timeZone)
      const computedAt = stored.computedAt.getTime()
      const isOfToday = localDay(computedAt) === localDay(clock.now())
      const isChanged = batch.updated_at !== null && computedAt <= batch.updated_at.getTime()
      return isChanged || (batch.close_date === null && !isOfToday)
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
