import type { SpeciesCode } from '@steading/contract/production/species'
import type { CombinedBatch } from '@steading/production/combined'
import type { Actor } from '../platform/actor.ts'
import { closedWithin } from './analytics.sql.ts'
import type { ClosedWithin } from './analytics.sql.ts'
import { freshFigures } from './figures.ts'
import type { FiguresWorld } from './figures.ts'

/** Closed batches of an entity, a species and a time. */
export interface ClosedFilter {
  /** None: everywhere in reach. */
  readonly entityIds?: readonly string[] | undefined
  /** None: all. */
  readonly species?: readonly SpeciesCode[] | undefined
}

/** What the closed batches in reach that a filter leaves contribute to figures over all of them; computed where out of date. */
export async function closedFigures(
  world: FiguresWorld,
  actor: Actor,
  { entityIds = [], species = [] }: ClosedFilter,
  time: ClosedWithin,
): Promise<CombinedBatch[]> {
  const rows = await world.db.work(actor, work => closedWithin(work, { entityIds, species }, time))
  const batches: CombinedBatch[] = []
  for (const { id, kpis, ...animals } of rows) {
    batches.push({ ...animals, ...(kpis ?? (await freshFigures(world, actor, id))) })
  }
  return batches
}
