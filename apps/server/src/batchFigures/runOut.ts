import { DEFAULT_LEAD_DAYS } from '@steading/contract/production/feedFactories'
import { NOT_COMPUTABLE } from '@steading/contract/production/figures'
import type { SiloRunOut } from '@steading/contract/production/figures'
import { round } from '@steading/contract/round'
import { baseUse, daysToEmpty, emptyRange, orderDay } from '@steading/production/daysToEmpty'
import type { SiloBatch } from '@steading/production/daysToEmpty'
import type { LocalTime } from '@steading/production/figures'
import { BUCKET, emptySilo, runSilo } from '@steading/production/silo'
import { batchById, interfacesOf } from '../batches/index.ts'
import type { BatchRow } from '../batches/index.ts'
import { isPermitted } from '../platform/actor.ts'
import type { Actor } from '../platform/actor.ts'
import type { Retention } from '../platform/config/retention.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { localDayIn, localDays, localTimeIn } from '../platform/time/localDay.ts'
import { siloWeights } from '../readings/index.ts'
import type { BucketValues } from '../readings/index.ts'
import { lastFeedFactory, openBatchesOfSilo, silosByIds } from './batchFigures.sql.ts'
import { booksOf, daysOfInstants } from './books.ts'
import { system } from './figures.ts'
import type { FiguresWorld } from './figures.ts'
import { dateText } from './views.ts'

const NO_VALUES = { times: [], values: [] } satisfies Pick<BucketValues, 'times' | 'values'>

/** Full local days that say how much is used. */
const FULL_DAYS = 7
/** A day is full if the silo was measured from at most so long after its start until at most so long before its end, ms. */
const EDGE = 3_600_000
/** A weight that is older says what was in the silo then: the feed since is counted, days. */
const SILENCE = 0.25

/** How long the silos of a batch in reach last; none of a closed batch. @throws NotFound */
export async function runOutOf({ db, config }: FiguresWorld, actor: Actor, id: string): Promise<SiloRunOut[]> {
  await db.work(actor, async work => orNotFound(await batchById(work, id)))
  // The scope was checked; silos may stand above what the caller sees.
  return db.work(system, async work => {
    const books = await booksOf(work, orNotFound(await batchById(work, id)))
    const { batch, localDay, reference } = books
    if (batch.close_date !== null) return []
    const { silo: ids } = await interfacesOf(work, batch)
    const today = localDay(reference)
    const days = localDays(batch.timeZone, today - FULL_DAYS, today)
    const span = { from: days[0]!.from, to: reference }
    const columns = await siloWeights(work, config.RETENTION, { ids, zone: batch.timeZone, span })
    const feedFactory = await lastFeedFactory(work, id)
    const runOuts: SiloRunOut[] = []
    for (const silo of await silosByIds(work, ids)) {
      const { times = [], values = [] } = columns.find(({ interfaceId }) => interfaceId === silo.id) ?? {}
      const users = await openBatchesOf(work, silo.id)
      const use = fullDays({ times, values, capacity: silo.capacity ?? 0 }, days, users)
      runOuts.push(
        presentRunOut(
          { localTime: localTimeIn(batch.timeZone), at: reference, fed: await fedBatches(work, users, today) },
          silo,
          { weight: values.at(-1) ?? null, at: times.at(-1) ?? null, use },
          feedFactory,
        ),
      )
    }
    return runOuts
  })
}

/** A silo in the caller's reach. */
export interface SeenSilo {
  readonly id: string
  readonly displayName: string
  /** kg; null: not known. */
  readonly capacity: number | null
  readonly timeZone: string
}

/** How long a silo lasts, and its level at the end of each of its last days, kg; null: not measured on that day. */
export interface SiloLevels {
  readonly runOut: SiloRunOut
  readonly history: readonly { readonly day: string; readonly weight: number | null }[]
}

/** The levels of a silo over its last local days, today included, and how long it lasts by what all open batches at it need. */
export async function siloLevels(work: UnitOfWork, retention: Retention, silo: SeenSilo, days: number): Promise<SiloLevels> {
  const now = work.now.getTime()
  const today = localDayIn(silo.timeZone)(now)
  const spans = localDays(silo.timeZone, today - Math.max(days - 1, FULL_DAYS), today)
  const span = { from: spans[0]!.from, to: now }
  const [{ times, values } = NO_VALUES] = await siloWeights(work, retention, { ids: [silo.id], zone: silo.timeZone, span })
  const recent = spans.slice(-FULL_DAYS - 1)
  const first = times.findIndex(at => at >= recent[0]!.from)
  const latest = first < 0 ? NO_VALUES : { times: times.slice(first), values: values.slice(first) }
  const { users, fed, factory } = await feedingOf(work, silo.id, today)
  const use = fullDays({ ...latest, capacity: silo.capacity ?? 0 }, recent, users)
  const weight = latest.values.at(-1) ?? null
  const at = latest.times.at(-1) ?? null
  const ofDay = new Map(daysOfInstants(times, spans).map(({ day }, index) => [day, values[index]!]))
  return {
    runOut: presentRunOut({ localTime: localTimeIn(silo.timeZone), at: now, fed }, silo, { weight, at, use }, factory),
    history: spans.slice(-days).map(({ day }) => {
      const level = ofDay.get(day)
      return { day: dateText(day), weight: level === undefined ? null : round(level, 0) }
    }),
  }
}

/**
 * The batches that a silo feeds, and the factory of the last delivery. Both may be out of the caller's reach: the lead time
 * counts all the same, the factory is named to people who may read batches.
 */
const feedingOf = (work: UnitOfWork, siloId: string, today: number) =>
  work.withSystemScope(async whole => {
    const batches = await openBatchesOf(whole, siloId)
    const deliveries = []
    for (const { id } of batches) deliveries.push(await lastFeedFactory(whole, id))
    const factory = deliveries.filter(delivery => delivery !== undefined).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
    const isNamed = isPermitted(work.actor, 'batches.read')
    return {
      users: batches,
      fed: await fedBatches(whole, batches, today),
      factory: factory && { ...factory, isNamed },
    }
  })

async function openBatchesOf(work: UnitOfWork, siloId: string): Promise<BatchRow[]> {
  const batches: BatchRow[] = []
  for (const id of await openBatchesOfSilo(work, siloId)) batches.push(orNotFound(await batchById(work, id)))
  return batches
}

/** The batches at a silo as their use grows; those without an entry have no animals. */
async function fedBatches(work: UnitOfWork, batches: readonly BatchRow[], today: number): Promise<SiloBatch[]> {
  const fed: SiloBatch[] = []
  for (const batch of batches) {
    const { curve, birth, steps } = await booksOf(work, batch)
    if (birth !== null) fed.push({ curve, age: today - birth, animals: steps.at(-1)?.balance ?? 0 })
  }
  return fed
}

/**
 * Use of each full local day between the first and the last weight of the silo, kg, the latest first. Where batches are open at it,
 * only days since the first of them opened: before, it fed others or none.
 */
function fullDays(
  {
    times,
    values,
    capacity,
  }: { readonly times: readonly number[]; readonly values: readonly number[]; readonly capacity: number },
  days: ReturnType<typeof localDays>,
  users: readonly BatchRow[],
): number[] {
  const { uses } = runSilo(
    emptySilo,
    times.map((at, index) => ({ bucket: at / BUCKET, weight: values[index]! })),
    capacity,
  )
  const sums = new Map<number, number>()
  for (const { day } of daysOfInstants(times, days)) sums.set(day, 0)
  for (const [index, { day }] of daysOfInstants(
    uses.map(({ bucket }) => bucket * BUCKET),
    days,
  ).entries())
    sums.set(day, (sums.get(day) ?? 0) + uses[index]!.kg)
  const opened = users.length > 0 ? Math.min(...users.map(({ open_date: openDate }) => openDate.getTime())) : -Infinity
  const [first = Infinity] = times
  const last = times.at(-1) ?? -Infinity
  return days
    .slice(0, -1)
    .filter(({ from, to }) => opened <= from && first <= from + EDGE && last >= to - EDGE)
    .toReversed()
    .flatMap(({ day }) => sums.get(day) ?? [])
}

type Silo = Pick<SeenSilo, 'id' | 'displayName' | 'capacity'>
type Factory = (NonNullable<Awaited<ReturnType<typeof lastFeedFactory>>> & { readonly isNamed?: boolean }) | undefined

function presentRunOut(
  { localTime, at: reference, fed }: { readonly localTime: LocalTime; readonly at: number; readonly fed: readonly SiloBatch[] },
  { id, displayName, capacity }: Silo,
  { weight, at, use }: { readonly weight: number | null; readonly at: number | null; readonly use: readonly number[] },
  factory: Factory,
): SiloRunOut {
  const base = baseUse(use)
  const now = localTime(reference)
  const age = at === null ? 0 : now - localTime(at)
  const left = (count: number) => (count === NOT_COMPUTABLE || age <= SILENCE ? count : round(Math.max(0, count - age), 1))
  const days = weight === null ? NOT_COMPUTABLE : left(daysToEmpty(weight, base, fed))
  const whole = weight === null ? { earliest: NOT_COMPUTABLE, latest: NOT_COMPUTABLE } : emptyRange(weight, use, fed)
  const range = { earliest: left(whole.earliest), latest: left(whole.latest) }
  const leadDays = factory?.leadDays ?? DEFAULT_LEAD_DAYS
  const dayIn = (count: number) => (count === NOT_COMPUTABLE ? null : dateText(Math.floor(now + count)))
  const order = orderDay(now, range, leadDays)
  return {
    silo: { id, displayName },
    capacity,
    weight: weight === null ? null : round(weight, 0),
    measuredAt: at === null ? null : new Date(at).toISOString(),
    dailyUse: use.length === 0 ? null : round(base, 1),
    daysToEmpty: days,
    emptyDay: dayIn(days),
    earliestDay: dayIn(range.earliest),
    latestDay: dayIn(range.latest),
    orderDay: order === null ? null : dateText(order),
    leadDays,
    feedFactory: factory && factory.isNamed !== false ? { id: factory.id, displayName: factory.displayName } : null,
  }
}
