import { batchFigures } from '@steading/contract/production/batchFigures'
import { recomputeTotals } from '../animalMovements/index.ts'
import { batchById, interfacesOf } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import type { Actor } from '../platform/actor.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { invalid } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { bookLateDeliveries } from '../silo/index.ts'
import { assertOneEnterprise } from './analytics.sql.ts'
import { farmHistories, rankedBatches } from './analytics.ts'
import { computeEnvironment, environmentOf, presentCompliance, presentEnvironment } from './environment.ts'
import { computeAgain, createOutdatedFigures, freshFigures, system } from './figures.ts'
import { presentForecast } from './forecast.ts'
import { massBalanceOf } from './massBalance.ts'
import { runOutOf } from './runOut.ts'
import {
  consumptionOf,
  consumptionOfSeveral,
  curveWindow,
  presentConsumption,
  presentDifference,
  presentEvolution,
  presentTotals,
  readBooks,
} from './views.ts'

export const batchFiguresSlice = (world: World) => {
  /** @throws NotFound for a batch out of reach */
  const batchOf = (actor: Actor, id: string): Promise<BatchRow> =>
    world.db.work(actor, async work => orNotFound(await batchById(work, id)))
  const computeDaysAgain = async (actor: Actor, id: string) => {
    await batchOf(actor, id)
    const { changed } = await computeAgain(world, id)
    return { changed }
  }
  const readSourcesAgain = async (actor: Actor, id: string) => {
    await batchOf(actor, id)
    const booked = await world.db.work(system, async work => {
      const batch = orNotFound(await batchById(work, id))
      // A closed batch takes no pending movement.
      if (batch.close_date !== null) return 0
      const { silo } = await interfacesOf(work, batch)
      return bookLateDeliveries(work, world, silo, batch.open_date)
    })
    const { changed } = await computeAgain(world, id)
    return { changed: changed + booked }
  }
  const computeFiguresAgain = async (actor: Actor, id: string, status: 'OPEN' | 'CLOSED') => {
    const { close_date: closeDate } = await batchOf(actor, id)
    if (status === 'OPEN' && closeDate !== null) throw invalid('id', 'batchClosed')
    if (status === 'CLOSED' && closeDate === null) throw invalid('id', 'batchOpen')
    await world.db.work(system, work => recomputeTotals(work, id))
    return (await computeAgain(world, id)).figures
  }
  const outdated = createOutdatedFigures(world)
  return slice(batchFigures, {
    analytics: ({ actor, query }) => rankedBatches(world, outdated, actor, query),
    farmHistory: ({ actor, query }) => farmHistories(world, actor, query.batchIds),
    kpis: ({ actor, params }) => freshFigures(world, actor, params.id),
    massBalance: ({ actor, params, query }) => massBalanceOf(world, actor, params.id, query.at),
    forecast: async ({ actor, params }) => presentForecast(await readBooks(world, actor, params.id)),
    runOut: ({ actor, params }) => runOutOf(world, actor, params.id),
    evolution: async ({ actor, params }) => presentEvolution(await readBooks(world, actor, params.id)),
    curveWindowRange: async ({ actor, params }) => ({ range: curveWindow(await readBooks(world, actor, params.id)) }),
    compliance: async ({ actor, params }) => presentCompliance(await environmentOf(world, actor, params.id)),
    environment: async ({ actor, query }) => presentEnvironment(await environmentOf(world, actor, query.batchId)),
    updateEnvironment: async ({ actor, query }) => {
      await batchOf(actor, query.batchId)
      return presentEnvironment(await computeEnvironment(world, query.batchId))
    },
    consumption: async ({ actor, params }) => presentConsumption(await consumptionOf(world, actor, params.id)),
    consumptionDifference: async ({ actor, params }) => presentDifference(await consumptionOf(world, actor, params.id)),
    feedAccumulated: async ({ actor, params }) => presentTotals(await consumptionOf(world, actor, params.id), 'FEED'),
    waterAccumulated: async ({ actor, params }) => presentTotals(await consumptionOf(world, actor, params.id), 'WATER'),
    consumptionOfSeveral: async ({ actor, query }) => {
      await world.db.work(actor, work => assertOneEnterprise(work, 'batchIds', { ids: query.batchIds }))
      const all = await consumptionOfSeveral(world, actor, [...new Set(query.batchIds)])
      return all.map(consumption => {
        const { id, code } = consumption.books.batch
        return { batch: { id, code }, points: presentTotals(consumption, query.kind) }
      })
    },
    calculateConsumption: ({ actor, params }) => computeDaysAgain(actor, params.id),
    refresh: ({ actor, params }) => computeFiguresAgain(actor, params.id, 'OPEN'),
    refreshClosed: ({ actor, params }) => computeFiguresAgain(actor, params.id, 'CLOSED'),
    refreshImported: ({ actor, params }) => readSourcesAgain(actor, params.id),
  })
}
