import { balanceAt } from '@steading/production/replay'
import { acceptHabit, endWarning, initialWarning, usualUse, warningStep } from '@steading/production/earlyWarning'
import type { WarningKind, WarningStep } from '@steading/production/earlyWarning'
import { WARNING_KINDS } from '@steading/contract/production/earlyWarning'
import { batchById } from '../batches/index.ts'
import { booksOf, hourlyUse } from '../batchFigures/index.ts'
import type { Books } from '../batchFigures/index.ts'
import type { Events } from '../events/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../platform/periodicTask.ts'
import type { PeriodicTask } from '../platform/periodicTask.ts'
import { utcOffsetMinutes } from '../platform/time/zoneOffsets.ts'
import type { World } from '../platform/world.ts'
import {
  batchesToWatch,
  endedWarnings,
  endWarnings,
  insertWarning,
  lastAnswer,
  storedState,
  storeState,
} from './earlyWarning.sql.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const INTERVAL_MS = 5 * MINUTE
/** After an hour is over its last readings may still be on their way. */
const MARGIN_MS = 10 * MINUTE
/** Hours that are learned from when a batch is looked at for the first time: eight days. */
const FIRST_LOOK_HOURS = 8 * 24
const DAY_HOURS = 24

const system = systemActor('early warning')
type Alarms = Pick<Events, 'raise' | 'resolve'>
type EvaluationWorld = Pick<World, 'clock' | 'config' | 'db' | 'log'>

/** Compares the water and the feed of every open batch with its habit, hour by hour, and opens and closes warnings. */
export const createEarlyWarning = (world: EvaluationWorld, events: Alarms): PeriodicTask =>
  createPeriodicTask(world, 'early warning', INTERVAL_MS, async () => {
    const { db } = world
    await db.work(system, work => endWithBatches(work, events))
    for (const id of await db.work(system, batchesToWatch))
      for (const kind of WARNING_KINDS) await db.work(system, work => evaluate(work, world, events, id, kind))
  })

/** Ends warnings whose batch has ended, or whose house is no longer watched. */
async function endWithBatches(work: UnitOfWork, events: Alarms) {
  for (const { kind, batchId } of await endedWarnings(work)) {
    await endWarnings(work, batchId, kind, work.now)
    await events.resolve(work, { problem: `${kind}_WARNING`, subjectId: batchId })
    const state = await storedState(work, batchId, kind)
    if (state) await storeState(work, { batchId, kind }, { state: endWarning(state), score: null, deviation: null })
  }
}

/**
 * Takes the hours of a batch that are over and were not taken yet, up to the last measured one. The state moves in the transaction
 * of the events: after a crash the evaluation goes on where it was.
 */
async function evaluate(work: UnitOfWork, { config }: EvaluationWorld, events: Alarms, batchId: string, kind: WarningKind) {
  const batch = await batchById(work, batchId)
  if (!batch || batch.close_date !== null) return
  const last = Math.floor((work.now.getTime() - MARGIN_MS) / HOUR) - 1
  let state = (await storedState(work, batchId, kind)) ?? initialWarning
  const opening = Math.ceil(batch.open_date.getTime() / HOUR)
  const first = Math.max(opening, last - FIRST_LOOK_HOURS + 1, (state.lastHour ?? -Infinity) + 1)
  if (first > last) return
  const books = await booksOf(work, batch)
  const used = await hourlyUse(work, config.RETENTION, { books, kind, hours: { first, last } })
  // Hours after the last measured one wait: a box that was offline sends its readings later.
  const until = Math.max(...used.keys())
  if (until < first) return
  let step: WarningStep | undefined
  const isHabit = state.open !== null && (await lastAnswer(work, batchId, kind)) === 'NO'
  for (let hour = first; hour <= until; hour++) {
    step = warningStep(
      state,
      {
        hour,
        localHour: localHourOf(batch.timeZone, hour),
        used: used.get(hour) ?? null,
        usual: usualOf(books, hour, kind),
      },
      kind,
    )
    state = step.state
    // The answer NO accepts the change: its last day is the habit from now on.
    if (isHabit && state.open !== null && hour - state.open.since >= DAY_HOURS) state = acceptHabit(state)
    if (step.change === 'OPEN') await open(work, events, { books, kind, step })
    else if (step.change === 'CLOSE') {
      await endWarnings(work, batchId, kind, new Date((hour + 1) * HOUR))
      await events.resolve(work, { problem: `${kind}_WARNING`, subjectId: batchId })
    }
  }
  await storeState(work, { batchId, kind }, { state, score: step?.score ?? null, deviation: step?.deviation ?? null })
}

const localHourOf = (zone: string, hour: number): number =>
  Math.floor((hour * 60 + utcOffsetMinutes(zone, hour * HOUR)) / 60) % 24

/** What the curve expects of the animals that are there; null without a curve, an age or animals. */
function usualOf({ curve, ageUnit, birth, steps, localDay }: Books, hour: number, kind: WarningKind): number | null {
  if (!curve || birth === null) return null
  return usualUse(curve, ageUnit, localDay(hour * HOUR) - birth, balanceAt(steps, hour * HOUR), kind)
}

const WORDING = {
  WATER: { HIGH: 'event.warning.waterHigh', LOW: 'event.warning.waterLow' },
  FEED: { HIGH: 'event.warning.feedHigh', LOW: 'event.warning.feedLow' },
} as const
const FACT = {
  WATER: { HIGH: 'why.warning.waterHigh', LOW: 'why.warning.waterLow' },
  FEED: { HIGH: 'why.warning.feedHigh', LOW: 'why.warning.feedLow' },
} as const

async function open(
  work: UnitOfWork,
  events: Alarms,
  {
    books: { batch },
    kind,
    step: { state, score, deviation },
  }: { readonly books: Books; readonly kind: WarningKind; readonly step: WarningStep },
) {
  if (state.open === null || score === null || deviation === null) return
  const { since, direction } = state.open
  const at = new Date((since + 1) * HOUR)
  const values = { deviation: Math.abs(deviation) }
  const eventId = await events.raise(work, {
    problem: `${kind}_WARNING`,
    subjectId: batch.id,
    entityId: batch.entity_id,
    severity: 'MODERATE',
    category: kind,
    wording: { key: WORDING[kind][direction], values },
    fact: { key: FACT[kind][direction], values },
    at,
    actions: null,
  })
  if (eventId === null) return
  await insertWarning(work, { eventId, entityId: batch.entity_id, kind, direction, score, deviation, openedAt: at })
}
