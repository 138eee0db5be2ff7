import { orNotFound } from '../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import { localDayIn } from '../platform/time/localDay.ts'
import type { World } from '../platform/world.ts'
import { batchById } from '../batches/index.ts'
import { batchesToCompute, isClosedLately } from './batchFigures.sql.ts'
import { computeEnvironment, freshEnvironment } from './environment.ts'
import { computeAgain, computeOrLog, system } from './figures.ts'

const INTERVAL_MS = 15 * 60_000

/**
 * Computes days and KPIs of open batches again, and once a local day how much of their climate lay inside the band. Batches that
 * were opened, edited or closed follow, too. A failure of one leaves the others to be computed.
 */
export function createFiguresTask(world: World): PeriodicTask {
  const { db, clock } = world
  const isEnvironmentDue = (id: string) =>
    db.work(system, async work => {
      const batch = orNotFound(await batchById(work, id))
      const [stored] = await freshEnvironment(work, batch)
      if (!stored) return true
      const localDay = localDayIn(batch.timeZone)
      if (batch.close_date !== null && !isClosedLately(work, batch)) return false
      return localDay(stored.computedAt.getTime()) !== localDay(clock.now())
    })
  return createPeriodicTask(world, 'batch figures', INTERVAL_MS, async () => {
    for (const id of await db.work(system, batchesToCompute))
      await computeOrLog(world, id, async () => {
        await computeAgain(world, id)
        if (await isEnvironmentDue(id)) await computeEnvironment(world, id)
      })
  })
}
