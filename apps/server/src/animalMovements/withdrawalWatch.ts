import { withdrawalRefusal } from '@steading/production/withdrawal'
import type { Events } from '../events/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import { localDayIn } from '../platform/time/localDay.ts'
import type { World } from '../platform/world.ts'
import { feedHistoryOf } from './animalMovements.sql.ts'
import { recentSales, reportedSales } from './withdrawalWatch.sql.ts'
import type { Sale } from './withdrawalWatch.sql.ts'

const INTERVAL_MS = 60 * 60_000
/** Sales that are looked at: what is corrected later concerns animals that were eaten long ago. */
const LOOK_BACK_MS = 90 * 86_400_000

const system = systemActor('withdrawal')

/**
 * Finds sales within a withdrawal period that nobody could refuse, since the medicated feed was booked after them. Each has one
 * event, which closes when a correction moves the sale out of the period.
 */
export function createWithdrawalWatch(
  world: Pick<World, 'bus' | 'clock' | 'db' | 'log'>,
  events: Pick<Events, 'raise' | 'resolve'>,
): PeriodicTask {
  const { db, bus, clock } = world
  const task = createPeriodicTask(world, 'withdrawal', INTERVAL_MS, async () => {
    const sales = await db.work(system, work => recentSales(work, new Date(clock.now() - LOOK_BACK_MS)))
    const broken: Sale[] = []
    for (const sale of sales) if (await db.work(system, work => isBroken(work, sale))) broken.push(sale)
    await db.work(system, work => report(work, events, broken))
  })
  bus.on('batch.changed', 'withdrawal', () => task.wake())
  return task
}

async function isBroken(work: UnitOfWork, { batchId, at, timeZone }: Sale): Promise<boolean> {
  return withdrawalRefusal(await feedHistoryOf(work, batchId, at), at.getTime(), localDayIn(timeZone)) !== null
}

async function report(work: UnitOfWork, events: Pick<Events, 'raise' | 'resolve'>, broken: readonly Sale[]) {
  const reported = await reportedSales(work)
  for (const { id, isOpen } of reported)
    if (isOpen && !broken.some(sale => sale.id === id))
      await events.resolve(work, { problem: 'WITHDRAWAL_BROKEN', subjectId: id })
  for (const { id, batchCode: batch, entityId, at } of broken) {
    if (reported.some(event => event.id === id)) continue
    await events.raise(work, {
      problem: 'WITHDRAWAL_BROKEN',
      subjectId: id,
      entityId,
      severity: 'MAJOR',
      category: 'FEED',
      wording: { key: 'event.withdrawal', values: { batch } },
      fact: { key: 'why.withdrawal', values: { batch, time: at.getTime() } },
      at: work.now,
      actions: null,
    })
  }
}
