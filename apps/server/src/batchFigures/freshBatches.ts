import type { Kpis } from '@steading/contract/production/figures'
import type { BatchRow } from '../batches/index.ts'
import type { Actor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { Failed } from '../platform/failures.ts'
import { batchesInReach } from './batchFigures.sql.ts'
import type { StoredEnvironment } from './batchFigures.sql.ts'
import { environmentOf, freshEnvironment } from './environment.ts'
import { freshFiguresOfSeveral, freshStored } from './figures.ts'
import type { FiguresWorld } from './figures.ts'

/** A batch with the figures that follow from it as it is. */
export interface FreshBatch {
  readonly batch: BatchRow
  readonly kpis: Kpis
  /** Counts of its climate, where they were asked for. */
  readonly environment: readonly StoredEnvironment[]
}

/** Snapshots that are tried while the batches keep changing. */
const ATTEMPTS = 5

/**
 * Reads batches in reach in one snapshot, so that whatever a document shows of them is of one state. What is out of date is computed
 * before, in transactions of its own; after a change between the two it is computed again.
 * @throws NotFound; Failed UNAVAILABLE for batches that change all the time
 */
export async function readFreshBatches<T>(
  world: FiguresWorld,
  actor: Actor,
  { ids, withEnvironment }: { readonly ids: readonly string[]; readonly withEnvironment: boolean },
  read: (work: UnitOfWork, batches: readonly FreshBatch[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await freshFiguresOfSeveral(world, actor, ids)
    if (withEnvironment) for (const id of ids) await environmentOf(world, actor, id)
    const result = await world.db.snapshot(actor, async work => {
      const batches: FreshBatch[] = []
      for (const batch of await batchesInReach(work, ids)) {
        const kpis = await freshStored(work, batch)
        const environment = withEnvironment ? await freshEnvironment(work, batch) : []
        if (!kpis || (withEnvironment && environment.length === 0)) return undefined
        batches.push({ batch, kpis, environment })
      }
      return { value: await read(work, batches) }
    })
    if (result) return result.value
  }
  throw new Failed('UNAVAILABLE')
}
