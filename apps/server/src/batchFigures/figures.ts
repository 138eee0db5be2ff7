import { Kpis } from '@steading/contract/production/figures'
import { measuredDays, measuredSum } from '@steading/production/consumption'
import { kpis } from '@steading/production/kpis'
import { batchById, curveOf } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import { isDatabaseUnavailable } from '../platform/database/connection/availability.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import { createKeyedMutex } from '../platform/keyedMutex.ts'
import { localDayIn, localTimeIn } from '../platform/time/localDay.ts'
import type { World } from '../platform/world.ts'
import { batchesInReach, lockFigures, siloSharers, storedFigures, storeFigures } from './batchFigures.sql.ts'
import type { StoredDay } from './batchFigures.sql.ts'
import { booksOf, indexRoot, referenceOf, weighingsOf } from './books.ts'
import type { Books } from './books.ts'
import { computeDays } from './days.ts'

/** Computed rows are the platform's own: their scope is checked before, and no caller is their author. */
export const system = systemActor('batch figures')

export type FiguresWorld = Pick<World, 'db' | 'config'>

/** The KPIs of a batch in reach: the stored ones if they are fresh, else computed and stored. @throws NotFound */
export const freshFigures = async (world: FiguresWorld, actor: Actor, id: string): Promise<Kpis> =>
  (await freshFiguresOfSeveral(world, actor, [id]))[0]!

/** The KPIs of batches in reach, in their order; what is stored is read together. @throws NotFound */
export async function freshFiguresOfSeveral(world: FiguresWorld, actor: Actor, ids: readonly string[]): Promise<Kpis[]> {
  const stored = await world.db.work(actor, async work => {
    const batches = await batchesInReach(work, ids)
    return Promise.all(batches.map(batch => freshStored(work, batch)))
  })
  const all: Kpis[] = []
  for (const [index, id] of ids.entries()) all.push(stored[index] ?? (await computeUnlessFresh(world, id)))
  return all
}

function computeUnlessFresh({ db, config }: FiguresWorld, id: string): Promise<Kpis> {
  return db.work(system, async work => {
    await lockFigures(work, id)
    const batch = orNotFound(await batchById(work, id))
    return (await freshStored(work, batch)) ?? (await compute(work, config, batch)).figures
  })
}

/** Batches whose figures could not be computed are left out of rankings for so long (ms). */
const RETRY_AFTER = 15 * 60_000

export interface OutdatedFigures {
  /** Computes those of these batches whose stored KPIs are out of date. A failure of one leaves the others to be computed. */
  readonly compute: (ids: readonly string[]) => Promise<void>
  /** Batches that were not computable a short while ago. */
  readonly failed: () => string[]
}

/** Computes figures for readers: the readers of one batch wait for each other without a connection to the database. */
export function createOutdatedFigures(world: FiguresWorld & Pick<World, 'clock' | 'log'>): OutdatedFigures {
  const mutex = createKeyedMutex()
  const failedAt = new Map<string, number>()
  return {
    compute: async ids => {
      for (const id of ids) {
        const isComputed = await computeOrLog(world, id, () => mutex(id, () => computeUnlessFresh(world, id)))
        if (!isComputed) failedAt.set(id, world.clock.now())
      }
    },
    failed: () => {
      for (const [id, at] of failedAt) if (world.clock.now() - at >= RETRY_AFTER) failedAt.delete(id)
      return [...failedAt.keys()]
    },
  }
}

/** Logs where the figures of a batch cannot be computed; answers whether they were. @throws where the database is unavailable */
export async function computeOrLog(
  { log }: Pick<World, 'log'>,
  batchId: string,
  computing: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await computing()
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    // A batch that is not found was deleted meanwhile.
    if (!(error instanceof NotFound)) log.error({ err: error, batchId }, 'figures of a batch not computed')
    return false
  }
}

/** The KPIs of a batch and its days, computed and stored again. Answers how many days changed. @throws NotFound */
export const computeAgain = ({ db, config }: FiguresWorld, id: string): Promise<{ figures: Kpis; changed: number }> =>
  db.work(system, async work => {
    await lockFigures(work, id)
    return compute(work, config, orNotFound(await batchById(work, id)))
  })

/** The stored KPIs, if the batch, its movements, its curve, the batches at its silos and the day are those they were computed from. */
export async function freshStored(work: UnitOfWork, batch: BatchRow): Promise<Kpis | undefined> {
  const stored = await storedFigures(work, batch.id)
  const curve = await curveOf(work, batch)
  if (!stored || stored.revision !== batch.revision) return undefined
  if (stored.batchVersion !== batch.version || stored.curveVersion !== (curve?.version ?? null)) return undefined
  if (stored.siloSharers !== (await siloSharers(work, batch.id))) return undefined
  return stored.day === localDayIn(batch.timeZone)(referenceOf(work, batch)) ? stored.figures : undefined
}

async function compute(work: UnitOfWork, { RETENTION }: World['config'], batch: BatchRow) {
  // Read before the books: what changes meanwhile makes the figures out of date.
  const sharers = await siloSharers(work, batch.id)
  const books = await booksOf(work, batch)
  const { days, changed } = await computeDays(work, RETENTION, books)
  // The days of a scale are weighings, too: read again as they were stored.
  const figures = kpisOf({ ...books, weighings: await weighingsOf(work, books) }, days)
  const { revision, version: batchVersion } = batch
  const { curveVersion } = books
  const day = books.localDay(books.reference)
  await storeFigures(work, batch.id, { revision, day, figures, batchVersion, curveVersion, siloSharers: sharers })
  return { figures, changed }
}

function kpisOf(books: Books, days: readonly StoredDay[]): Kpis {
  const feed = days.map(day => day.feed)
  const water = days.map(day => day.water)
  const measured = { feedDays: measuredDays(feed), waterDays: measuredDays(water) }
  return Kpis.parse({
    ...kpis({
      openDate: books.batch.open_date.getTime(),
      closeDate: books.batch.close_date?.getTime() ?? null,
      localDay: books.localDay,
      localTime: localTimeIn(books.batch.timeZone),
      usableArea: books.batch.usable_area,
      speciesRoot: indexRoot(books.batch),
      movements: books.movements,
      weighings: books.weighings,
      feedKg: measuredSum(feed),
      waterL: measuredSum(water),
      ...measured,
      curve: books.curve,
      now: books.reference,
    }),
    ...measured,
    asOf: new Date(books.reference).toISOString(),
  })
}
