import { coverageOf } from '@steading/contract/production/figures'
import type { MassBalance } from '@steading/contract/production/figures'
import { round } from '@steading/contract/round'
import { measuredDays, measuredSum } from '@steading/production/consumption'
import { totalsOf } from '@steading/production/replay'
import { massBalance } from '@steading/production/stock'
import type { FeedMovement } from '@steading/production/stock'
import { batchById, interfacesOf } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import type { Actor } from '../platform/actor.ts'
import type { Retention } from '../platform/config/retention.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { bucketValues } from '../readings/index.ts'
import { deliveredBefore, feedMovementsOf, siloUsers, storedDays } from './batchFigures.sql.ts'
import { booksOf } from './books.ts'
import type { Books } from './books.ts'
import { freshFigures, system } from './figures.ts'
import type { FiguresWorld } from './figures.ts'

/** How far from an instant a weight of a silo may be to count as that of the instant, ms. */
const NEAR = 6 * 3_600_000

/** What came to a batch in reach and left it until an instant: given, now, or its close. @throws NotFound */
export async function massBalanceOf(world: FiguresWorld, actor: Actor, id: string, at?: string): Promise<MassBalance> {
  await freshFigures(world, actor, id)
  // The scope was checked; silos may stand above what the caller sees.
  return world.db.work(system, async work => {
    const books = await booksOf(work, orNotFound(await batchById(work, id)))
    const until = Math.min(books.reference, at === undefined ? Infinity : Date.parse(at))
    const { totalEntry, totalExit, totalMortality } = totalsOf(books.movements.filter(movement => movement.at <= until))
    const silos = await ownSilos(work, books.batch)
    const opened = books.batch.open_date.getTime()
    const firstWeight = await siloWeight(
      work,
      world.config.RETENTION,
      books,
      { ids: silos, from: opened, to: opened + NEAR },
      'FIRST',
    )
    // A delivery of before is in the silo already: it counts once, as bought.
    const initial = firstWeight === null ? null : kilograms(Math.max(0, firstWeight - (await deliveredBefore(work, books.batch))))
    const left = await siloWeight(work, world.config.RETENTION, books, { ids: silos, from: until - NEAR, to: until }, 'LAST')
    const feed = await bookedFeed(work, id, until)
    const eaten = await consumedFeed(work, books, until)
    const balance = totalEntry - totalExit - totalMortality
    const { unexplainedAnimals, unexplainedAnimalsShare, unexplainedFeedKg, unexplainedFeedShare } = massBalance({
      totalEntry,
      balance,
      feedEntriesKg: initial === null ? null : initial + feed.entries + feed.pendingEntries,
      feedExitsKg: feed.exits + feed.pendingExits,
      feedConsumedKg: eaten.isConsumedByStock || coverageOf(eaten.consumedDays) < 1 ? null : eaten.consumed,
      feedLeftKg: left,
    })
    return {
      asOf: new Date(until).toISOString(),
      animals: {
        entries: totalEntry,
        exits: totalExit,
        deaths: totalMortality,
        unexplained: unexplainedAnimals,
        share: unexplainedAnimalsShare,
      },
      feed: { initial, ...feed, ...eaten, left, unexplained: unexplainedFeedKg, share: unexplainedFeedShare },
    }
  })
}

const kilograms = (value: number) => round(value, 1)

/** The silos of a batch, if no other batch is fed from one of them. */
async function ownSilos(work: UnitOfWork, batch: BatchRow): Promise<readonly string[]> {
  const { silo } = await interfacesOf(work, batch)
  for (const id of silo) if ((await siloUsers(work, batch, id)).length > 0) return []
  return silo
}

/** The weight of silos together at one end of a span, kg; null if one of them was not measured. */
async function siloWeight(
  work: UnitOfWork,
  retention: Retention,
  { batch }: Books,
  { ids, ...span }: { readonly ids: readonly string[]; readonly from: number; readonly to: number },
  end: 'FIRST' | 'LAST',
): Promise<number | null> {
  const silos = await bucketValues(work, retention, { ids, zone: batch.timeZone, span, resolution: 'FIVE_MIN' })
  const weights = silos.flatMap(({ values }) => values.at(end === 'FIRST' ? 0 : -1) ?? [])
  if (ids.length === 0 || weights.length < ids.length) return null
  return kilograms(weights.reduce((sum, weight) => sum + weight, 0))
}

/** Feed movements until an instant, effective and pending, kg. */
async function bookedFeed(work: UnitOfWork, id: string, until: number) {
  const movements = (await feedMovementsOf(work, id)).filter(({ at }) => at <= until)
  const sum = (action: FeedMovement['action'], isPending: boolean) =>
    kilograms(
      movements
        .filter(movement => movement.action === action && movement.pending === isPending)
        .reduce((total, { kg }) => total + kg, 0),
    )
  return {
    entries: sum('ENTRY', false),
    exits: sum('EXIT', false),
    pendingEntries: sum('ENTRY', true),
    pendingExits: sum('EXIT', true),
  }
}

/** Feed that was consumed until an instant, kg: measured by silos or counters, or by the stock. */
async function consumedFeed(work: UnitOfWork, { batch, localDay }: Books, until: number) {
  const days = (await storedDays(work, batch.id)).filter(({ day }) => day <= localDay(until - 1))
  const amounts = days.map(({ feed }) => feed)
  const sum = measuredSum(amounts)
  return {
    consumed: sum === null ? null : kilograms(sum),
    consumedDays: measuredDays(amounts),
    isConsumedByStock: days.some(({ source }) => source === 'STOCK'),
  }
}
