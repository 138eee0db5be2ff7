import { isHelpdesk } from '@steading/contract/events/events'
import type { EventCategory } from '@steading/contract/events/events'
import { reachOf, waitOf } from '../../escalation/index.ts'
import { goodReadingSince } from '../../readings/index.ts'
import { systemActor } from '../../platform/actor.ts'
import { tryInSavepoint } from '../../platform/database/savepoint.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { createPeriodicTask } from '../../platform/periodicTask.ts'
import type { Part } from '../../platform/part.ts'
import type { World } from '../../platform/world.ts'
import { dangerOf } from '../danger/eventDanger.ts'
import { withCurrentReading, causeFromColumn } from '../cause.ts'
import {
  insertEscalationRun,
  dueEscalationRuns,
  deleteEscalationRun,
  expediteEscalationRun,
  updateEscalationRun,
  notifiedAddresses,
} from './escalationRuns.sql.ts'
import type { EscalationRun } from './escalationRuns.sql.ts'
import { answersOf, lastChanges } from '../status/changes.sql.ts'
import { lockEvent } from '../events.sql.ts'
import { insertOccurrence, latestOccurrence } from '../occurrences.sql.ts'
import type { EventRow } from '../events.sql.ts'
import type { Notifier } from '../notification/notifier.types.ts'
import { nextStep } from './nextStep.ts'
import { standingOf } from './promises.ts'
import type { Standing } from './promises.ts'
import type { Wording } from '../../platform/text/wording.ts'
import { quietPeriod } from '../status/eventState.ts'

const system = systemActor('escalation')
/** ms between two polls for due runs, and runs per transaction. */
const POLL_INTERVAL = 5_000
const BATCH = 50
/** ms before the same recipients may be notified again. */
const RENOTIFY_AFTER = 60_000
/** ms within which a rule reopens an event that it closed, plus transit time. */
const REOPEN_WINDOW = 900_000

/** Is the event escalated? Alarms above LOW, and CRITICAL manual events that are neither notifications nor tickets. */
const isEscalated = ({ origin, severity, category }: Pick<EventRow, 'origin' | 'severity' | 'category'>) =>
  origin === 'AUTOMATIC'
    ? severity !== 'LOW'
    : severity === 'CRITICAL' && category !== 'NOTIFICATION' && !isHelpdesk(category as EventCategory) // safe: every writer is typed

/**
 * Starts an escalation run after the first notification, or after an acknowledgement (`quiet` ms until the next step) even if
 * an earlier run ended. A running escalation continues, at `level` at least.
 */
export async function startEscalation(work: UnitOfWork, event: EventRow, quiet?: number, level = 0) {
  if (!isEscalated(event)) return
  const { dueAt, passed } = await firstLevel(work, event, level)
  await insertEscalationRun(work, {
    eventId: event.id,
    level,
    passedLevels: passed,
    dueAt: quiet === undefined ? dueAt : new Date(work.now.getTime() + quiet),
  })
}

/** The severity rose: the next step is due as if the event had opened now. */
export async function expediteEscalation(work: UnitOfWork, event: EventRow) {
  await expediteEscalationRun(work, event.id, (await firstLevel(work, event)).dueAt)
}

/**
 * Resumes the escalation of an event that was reopened automatically. If a user had closed it, the run restarts. If it had closed
 * automatically, the run continues at its level: a flapping value would otherwise never pass the first level. A finished run
 * restarts, once an hour unless the event is CRITICAL. The quiet period of an acknowledgement ends.
 */
export async function resumeEscalation(work: UnitOfWork, event: EventRow) {
  if (!isEscalated(event)) return
  if (event.closed_by !== null) await deleteEscalationRun(work, event.id)
  const { dueAt: first, passed } = await firstLevel(work, event)
  const pausedUntil =
    event.closed_by === null && event.severity !== 'CRITICAL' ? await hourAfterLastNotification(work, event) : first
  await insertEscalationRun(work, {
    eventId: event.id,
    level: 0,
    passedLevels: passed,
    dueAt: pausedUntil > first ? pausedUntil : first,
  })
  const { person } = await lastChanges(work, event.id)
  const quiet = quietPeriod('PENDING', event.severity)
  if (person?.status === 'PENDING' && person.date.getTime() + quiet > work.now.getTime())
    await expediteEscalationRun(work, event.id, first)
}

/** One quiet period after the last notification. */
async function hourAfterLastNotification(work: UnitOfWork, event: EventRow): Promise<Date> {
  const last = await latestOccurrence(work, event.id)
  return new Date((last?.ts.getTime() ?? 0) + quietPeriod('PENDING', event.severity))
}

/** Start of a run: levels notified at once, and when the next one is due. */
async function firstLevel(work: UnitOfWork, event: EventRow, step = 0) {
  const { passed, ...level } = await reachOf(work, { entityId: event.entity_id, step })
  return { dueAt: new Date(work.now.getTime() + (await waitAfter(work, event, level)) * 1000), passed }
}

/** Seconds until the step after a level: no longer than planned, and within its share of the time that the animals have left. */
const waitAfter = async (work: UnitOfWork, event: EventRow, level: Parameters<typeof waitOf>[0]): Promise<number> =>
  waitOf(level, (await dangerOf(work, event))?.minutes ?? null)

const retryAt = (work: UnitOfWork) => new Date(work.now.getTime() + RENOTIFY_AFTER)

/** Closed automatically just now and may reopen: the run waits. */
const mayReopen = ({ closed_by: by, close_date: at }: EventRow, now: Date) =>
  by === null && at !== null && now.getTime() - at.getTime() < REOPEN_WINDOW

/** Text of a manual event; null for alarms. */
const manualText = ({ origin, description, additional_notes: notes, createdBy }: EventRow) =>
  origin === 'MANUAL' ? { description, notes, by: createdBy?.shortName ?? '' } : null

/** Why it climbs although somebody had answered: who has not arrived, or cannot come. */
const newsOf = ({ missing, withdrawn }: Standing): Wording[] => [
  ...missing.map((name): Wording => ({ key: 'mail.alarm.notArrived', values: { name } })),
  ...(withdrawn === null ? [] : [{ key: 'mail.alarm.cannotCome', values: { name: withdrawn } } as const]),
]

/** The cause with the current reading, so that a later notification shows the development. */
async function currentCause(work: UnitOfWork, { cause, ts }: { cause: unknown; ts: Date }) {
  const frozenCause = causeFromColumn(cause)
  const read = frozenCause && (await goodReadingSince(work, { interfaceId: frozenCause.interfaceId, since: ts }))
  if (!frozenCause || !read) return frozenCause
  const value = read.value ?? read.text ?? ''
  return withCurrentReading(frozenCause, typeof frozenCause.reading === 'boolean' ? value === 1 : value)
}

/**
 * Escalates alarms: without an acknowledgement to the next level; acknowledged ones return after the quiet period. CRITICAL alarms are
 * repeated until they end.
 */
export function createEscalation(
  world: World,
  notifier: Pick<Notifier, 'notify' | 'publishChange' | 'actionsOf' | 'resolveRecipients'>,
): Part {
  const { alarmPool: db, log } = world

  async function advance(work: UnitOfWork, run: EscalationRun) {
    const event = await lockEvent(work, run.eventId)
    if (!event || !isEscalated(event)) return deleteEscalationRun(work, run.eventId)
    if (event.status === 'CLOSED')
      return mayReopen(event, work.now) ? updateEscalationRun(work, run, retryAt(work)) : deleteEscalationRun(work, event.id)
    const { severity } = event
    const standing = standingOf(await answersOf(work, event.id), { severity, now: work.now, climbedAt: run.climbedAt })
    const levelAt = (step: number) => reachOf(work, { entityId: event.entity_id, eventId: event.id, step })
    const current = await levelAt(run.level)
    const next = nextStep({
      severity,
      standing,
      isTaken: event.status === 'PENDING',
      now: work.now,
      isLastLevel: current.isLast,
    })
    if (next.kind === 'END') return deleteEscalationRun(work, event.id)
    if (next.kind === 'WAIT') return updateEscalationRun(work, run, next.until)
    const level = current.isLast ? run.level : run.level + 1
    const { passed, ...reached } = await levelAt(level)
    const notificationsSent = run.notificationsSent + 1
    const newest = await latestOccurrence(work, event.id)
    const repeatAfter = next.repeatAfter ?? (await waitAfter(work, event, reached)) * 1000
    const actions = await notifier.actionsOf(work, event)
    // A list with a single level is notified as well, whomever the rule names.
    const escalation = Math.max(level, 1)
    const news = newsOf(standing)
    if (news.length === 0 && newest && work.now.getTime() - newest.ts.getTime() < RENOTIFY_AFTER) {
      const notified = await notifiedAddresses(work, newest.id)
      const { entity_id: entityId } = event
      const due = await notifier.resolveRecipients(work, {
        entityId,
        eventId: event.id,
        escalation,
        actions,
        severity,
      })
      // The rule has just notified the same recipients.
      if (due.length > 0 && due.every(destination => notified.has(destination.to.address.toLowerCase())))
        return updateEscalationRun(work, { ...run, level, passedLevels: passed }, new Date(newest.ts.getTime() + repeatAfter))
    }
    // The time makes the key unique: an event may be escalated several times.
    const key = `climb:${event.id}:${work.now.getTime()}`
    const cause = newest ? await currentCause(work, newest) : null
    const occurrence = { eventId: event.id, key, ts: work.now, cause, n: notificationsSent + 1, escalation: level }
    const id = await insertOccurrence(work, occurrence)
    await updateEscalationRun(
      work,
      { ...run, level, notificationsSent, passedLevels: passed, climbedAt: work.now },
      new Date(work.now.getTime() + repeatAfter),
    )
    if (id === undefined) return
    notifier.publishChange(work, event)
    const notification = {
      id,
      key,
      at: work.now,
      n: notificationsSent + 1,
      last: false,
      escalation,
      cause,
      fact: null,
      written: manualText(event),
      news,
    }
    await notifier.notify(work, event, actions, notification)
  }

  return createPeriodicTask(world, 'escalation', POLL_INTERVAL, async () => {
    for (;;) {
      const taken = await db.work(system, async work => {
        const runs = await dueEscalationRuns(work, BATCH)
        for (const run of runs)
          await tryInSavepoint(
            work,
            () => advance(work, run),
            async error => {
              log.error({ err: error, event: run.eventId }, 'escalation step failed, retrying later')
              await updateEscalationRun(work, run, retryAt(work))
            },
          )
        return runs.length
      })
      if (taken < BATCH) return
    }
  })
}
