import type { FarmHistory, RankedBatch } from '@steading/contract/production/batchFigures'
import type { Page, PageQuery } from '@steading/contract/http/paging'
import { speciesRoot } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { presentBatch } from '../batches/index.ts'
import type { BatchFilter } from '../batches/index.ts'
import type { Actor } from '../platform/actor.ts'
import { NotFound } from '../platform/failures.ts'
import type { World } from '../platform/world.ts'
import { assertOneEnterprise, batchesWithFarm, closedBatches, outdatedBatches, rankBatches } from './analytics.sql.ts'
import { freshFigures } from './figures.ts'
import type { FiguresWorld, OutdatedFigures } from './figures.ts'

/** Batches that a ranking computes at most; it shows the stored figures of others as outdated. */
export const MAX_COMPUTED_BATCHES = 20

/**
 * A page of batches in scope, ranked by a KPI. What a correction or an edit outdated is computed before, and after it what another
 * batch at a silo outdated; of many batches, such as after an edit of their curve, a part. @throws Failed for batches of several
 * enterprises
 */
export async function rankedBatches(
  world: Pick<World, 'db' | 'texts'>,
  figures: OutdatedFigures,
  actor: Actor,
  query: PageQuery & BatchFilter,
): Promise<Page<RankedBatch>> {
  const rank = () => world.db.work(actor, work => rankBatches(work, query, query))
  const outdated = await world.db.work(actor, async work => {
    await assertOneEnterprise(work, query.ids ? 'ids' : 'entityId', query)
    return outdatedBatches(work, query, { most: MAX_COMPUTED_BATCHES, except: figures.failed() })
  })
  await figures.compute(outdated)
  const tried = new Set([...outdated, ...figures.failed()])
  let page = await rank()
  const bySilo = page.content.filter(({ id, isCurrent }) => !isCurrent && !tried.has(id)).map(({ id }) => id)
  const computable = bySilo.slice(0, MAX_COMPUTED_BATCHES - outdated.length)
  if (computable.length > 0) {
    await figures.compute(computable)
    page = await rank()
  }
  return {
    ...page,
    content: page.content.map(row => ({ ...presentBatch(row, world.texts), kpis: row.kpis, isCurrent: row.isCurrent })),
  }
}

/**
 * The history of each farm and species of some batches; computed where out of date.
 * @throws NotFound for one out of reach; Failed for batches of several enterprises
 */
export async function farmHistories(world: FiguresWorld, actor: Actor, ids: readonly string[]): Promise<FarmHistory[]> {
  const batches = await world.db.work(actor, async work => {
    await assertOneEnterprise(work, 'batchIds', { ids })
    return batchesWithFarm(work, ids)
  })
  if (batches.length < new Set(ids).size) throw new NotFound()
  const groups = new Map<string, Omit<FarmHistory, 'closed'>>()
  for (const { id, farm, species } of batches) {
    const root = speciesRoot(species as SpeciesCode) // safe: the contract checked it before it was stored
    const key = `${farm.id} ${root}`
    const group = groups.get(key) ?? { farm, species: root, batchIds: [] }
    groups.set(key, { ...group, batchIds: [...group.batchIds, id] })
  }
  const histories: FarmHistory[] = []
  for (const group of groups.values()) {
    const rows = await world.db.work(actor, work => closedBatches(work, group.farm.id, speciesRoot(group.species)))
    const closed: FarmHistory['closed'] = []
    for (const { id, code, close_date: closeDate, kpis } of rows)
      closed.push({
        batch: { id, code },
        closeDate: closeDate!.toISOString(), // safe: closed batches alone were asked for
        kpis: kpis ?? (await freshFigures(world, actor, id)),
      })
    histories.push({ ...group, closed })
  }
  return histories
}
