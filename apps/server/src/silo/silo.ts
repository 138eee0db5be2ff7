import { BUCKET, emptySilo, runSilo } from '@steading/production/silo'
import type { Delivery } from '@steading/production/silo'
import { bookDelivery, isDeliveryHandled } from '../feedMovements/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import type { World } from '../platform/world.ts'
import { readState, saveState, silosToRead, silosWithCapacity, weightsAfter } from './silo.sql.ts'
import type { Period, Silo } from './silo.sql.ts'

/** Interval of the detection, ms. */
const INTERVAL = 60_000
/** How much of the past is read of a silo that was never looked at, ms. */
const FIRST_LOOK = 86_400_000
/** Buckets of one transaction: a week. */
const MAX_BUCKETS = 2016

/** Buckets that are over for as long as a bucket lasts: what comes later is not seen by the detection. */
const periodAt = (now: number, firstLook: number): Period => ({
  from: new Date(now - firstLook),
  to: new Date(now - 2 * BUCKET),
})

/** Steps a silo through the buckets that it has not seen, and books its deliveries. True: there may be more. */
async function readSilo(work: UnitOfWork, world: Pick<World, 'bus'>, silo: Silo, { from, to }: Period): Promise<boolean> {
  const stored = await readState(work, silo)
  const weights = await weightsAfter(work, silo, stored?.bucket ?? new Date(from.getTime() - 1), { to, limit: MAX_BUCKETS })
  const last = weights.at(-1)
  if (!last) return false
  const { state, deliveries } = runSilo(stored?.state ?? emptySilo, weights, silo.capacity)
  for (const delivery of deliveries) await bookDelivery(work, world, deliveryOf(silo, delivery))
  await saveState(work, silo, state, new Date(last.bucket * BUCKET))
  return weights.length === MAX_BUCKETS
}

const deliveryOf = (silo: Silo, { at, delivered }: Delivery) => ({
  siloInterfaceId: silo.id,
  entityId: silo.entityId,
  at: new Date(at),
  weight: delivered,
})

/** Starts of fillings that are closer are of one filling, ms: it ends after so long without a rise. */
const SAME_FILLING = 3 * BUCKET
/** Read of a silo before a period, so that noise and use have a reference, ms. */
const RUN_UP = 86_400_000

/**
 * Reads silos again since an instant, and books the deliveries that are missing: their readings arrived after the detection had moved
 * on. A filling may have begun in a gap that is known now, so the same filling is one that was booked, or deleted by people, since the
 * one before. Answers how many deliveries were booked.
 */
export async function bookLateDeliveries(
  work: UnitOfWork,
  world: Pick<World, 'bus'>,
  siloIds: readonly string[],
  since: Date,
): Promise<number> {
  let count = 0
  for (const silo of await silosWithCapacity(work, siloIds)) {
    // The lock keeps the detection out; it books what comes after the buckets that it has taken.
    const stored = await readState(work, silo)
    if (!stored) continue
    let before = new Date(since.getTime() - RUN_UP)
    const weights = await weightsAfter(work, silo, before, { to: stored.bucket })
    for (const delivery of runSilo(emptySilo, weights, silo.capacity).deliveries) {
      const found = deliveryOf(silo, delivery)
      const until = new Date(found.at.getTime() + SAME_FILLING)
      if (found.at >= since && !(await isDeliveryHandled(work, silo.id, { after: before, until }))) {
        await bookDelivery(work, world, found)
        count++
      }
      before = until
    }
  }
  return count
}

/**
 * Detects deliveries by the weight of silos, from their five-minute means. The state of a silo moves in the transaction of what it
 * books: after a crash the detection goes on where it was, and books nothing twice.
 */
export function createDeliveryDetection(world: Pick<World, 'bus' | 'clock' | 'db' | 'log'>): PeriodicTask {
  return createPeriodicTask(world, 'silos', INTERVAL, () => detectDeliveries(world))
}

/** Takes the buckets that no silo was stepped through yet; `firstLook`: how much of the past of a silo without a state, ms. */
export async function detectDeliveries(
  world: Pick<World, 'bus' | 'clock' | 'db'>,
  firstLook: number = FIRST_LOOK,
): Promise<void> {
  const { db, clock } = world
  const actor = systemActor('silos')
  const period = periodAt(clock.now(), firstLook)
  for (const silo of await db.work(actor, work => silosToRead(work, period)))
    while (await db.work(actor, work => readSilo(work, world, silo, period)));
}
