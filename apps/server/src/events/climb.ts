import { isHelpdesk } from '@steading/contract/events'
import type { EventCategory, EventStatus, Severity } from '@steading/contract/events'
import { reachOf } from '../escalation/index.ts'
import { systemActor } from '../platform/actor.ts'
import { byItself } from '../platform/database/byItself.ts'
import type { Work } from '../platform/database/work.ts'
import { every } from '../platform/every.ts'
import type { Part, World } from '../platform/world.ts'
import { asNow, causeOf } from './cause.ts'
import { beginClimb, dueClimbs, endClimb, hastenClimb, readSince, setClimb, toldOf } from './climb.sql.ts'
import type { Climb } from './climb.sql.ts'
import { lastChanges } from './changes.sql.ts'
import { lockEvent } from './events.sql.ts'
import { insertOccurrence, latestOccurrence } from './occurrences.sql.ts'
import type { EventRow } from './events.sql.ts'
import type { Telling } from './telling.ts'
import { nextClimb, quietFor } from './transition.ts'

const system = systemActor('escalation')
/** Ms between two looks at what is due; how many are taken in one transaction. */
const LOOK = 5_000
const AT_ONCE = 50
/** Ms after which somebody who was told may be told again. */
const JUST_NOW = 60_000
/** Ms within which a rule opens the same event again that it closed, and a while for the way of the news. */
const SAME_EVENT = 900_000

/** Is it opened for people to act on, and grave enough to wake the next one? What a person wrote, if it is critical and no ticket. */
const climbs = ({ origin, severity, category }: Pick<EventRow, 'origin' | 'severity' | 'category'>) =>
  origin === 'AUTOMATIC'
    ? severity !== 'LOW'
    : severity === 'CRITICAL' && category !== 'NOTIFICATION' && !isHelpdesk(category as EventCategory) // safe: every writer is typed

/**
 * From when people were told of it. Also from when somebody takes it up, though its list ran out before: it comes back after
 * `quiet` ms. What climbs already goes on.
 */
export async function watchOver(work: Work, event: EventRow, quiet?: number) {
  if (!climbs(event)) return
  const { dueAt, passed } = await firstStep(work, event)
  await beginClimb(work, { eventId: event.id, passed, dueAt: quiet === undefined ? dueAt : new Date(work.now.getTime() + quiet) })
}

/** It became worse than what somebody took up, or was told of: it goes on as if it had opened now. */
export async function hasten(work: Work, event: Pick<EventRow, 'id' | 'entity_id'>) {
  await hastenClimb(work, event.id, (await firstStep(work, event)).dueAt)
}

/**
 * A rule or the platform opens it again. What a person had closed climbs anew; what had closed by itself goes on where it was, or
 * a value that swings about its limit would never get further than the first step. A list that ran out meanwhile begins anew, for
 * what is not CRITICAL once an hour. Nobody is on it any more: the quiet that somebody had is over.
 */
export async function goOn(work: Work, event: EventRow) {
  if (!climbs(event)) return
  if (event.closed_by !== null) await endClimb(work, event.id)
  const { dueAt: first, passed } = await firstStep(work, event)
  const rested = event.closed_by === null && event.severity !== 'CRITICAL' ? await restOf(work, event) : first
  await beginClimb(work, { eventId: event.id, passed, dueAt: rested > first ? rested : first })
  const { person } = await lastChanges(work, event.id)
  const quiet = quietFor('PENDING', event.severity as Severity) // safe: the column's check
  if (person?.status === 'PENDING' && person.date.getTime() + quiet > work.now.getTime()) await hastenClimb(work, event.id, first)
}

/** An hour after it was last told. */
async function restOf(work: Work, event: EventRow): Promise<Date> {
  const last = await latestOccurrence(work, event.id)
  return new Date((last?.ts.getTime() ?? 0) + quietFor('PENDING', event.severity as Severity)) // safe: the column's check
}

/** Of a run that begins now: the levels that have their turn at once, and when the next one is due. */
async function firstStep(work: Work, { entity_id: entityId }: Pick<EventRow, 'entity_id'>) {
  const { delay, passed } = await reachOf(work, { entityId, step: 0 })
  return { dueAt: new Date(work.now.getTime() + delay * 1000), passed }
}

const later = (work: Work) => new Date(work.now.getTime() + JUST_NOW)

/** It closed by itself just now: its step waits for it to be open again. */
const mayComeBack = ({ closed_by: by, close_date: at }: EventRow, now: Date) =>
  by === null && at !== null && now.getTime() - at.getTime() < SAME_EVENT

/** What its writer says of it; null: nobody wrote it. */
const writtenOf = ({ origin, description, additional_notes: notes, createdBy }: EventRow) =>
  origin === 'MANUAL' ? { description, notes, by: createdBy?.shortName ?? '' } : null

/** Whoever is told now hears what is now: a barn that gets hotter must not read as if it stood still. */
async function causeNow(work: Work, { cause, ts }: { cause: unknown; ts: Date }) {
  const frozen = causeOf(cause)
  const read = frozen && (await readSince(work, { interfaceId: frozen.interfaceId, since: ts }))
  if (!frozen || !read) return frozen
  const value = read.value ?? read.text ?? ''
  return asNow(frozen, typeof frozen.reading === 'boolean' ? value === 1 : value)
}

/**
 * An alarm that nobody acts on is told to the next in line; one that somebody took up comes back when it does not recover.
 * What is critical never falls silent.
 */
export function climbing(world: World, telling: Pick<Telling, 'tell' | 'changed' | 'actionsOf' | 'hearers'>): Part {
  const { alarms: db, log } = world

  async function up(work: Work, climb: Climb) {
    const event = await lockEvent(work, climb.eventId)
    if (!event || !climbs(event)) return endClimb(work, climb.eventId)
    if (event.status === 'CLOSED')
      return mayComeBack(event, work.now) ? setClimb(work, climb, later(work)) : endClimb(work, event.id)
    const { person } = await lastChanges(work, event.id)
    const reachAt = (step: number) => reachOf(work, { entityId: event.entity_id, eventId: event.id, step })
    const here = await reachAt(climb.step)
    const next = nextClimb({
      status: event.status as Exclude<EventStatus, 'CLOSED'>, // safe: just checked, and the column's check
      severity: event.severity as Severity,
      takenAt: event.status === 'PENDING' ? (person?.date ?? null) : null,
      now: work.now,
      last: here.isLast,
    })
    if (next.kind === 'END') return endClimb(work, event.id)
    if (next.kind === 'WAIT') return setClimb(work, climb, next.until)
    const step = here.isLast ? climb.step : climb.step + 1
    const { delay, passed } = await reachAt(step)
    const times = climb.times + 1
    const newest = await latestOccurrence(work, event.id)
    const again = next.again ?? delay * 1000
    const actions = await telling.actionsOf(work, event)
    // Where the list has one step alone, those on it hear as well, whomever the rule names.
    const escalation = Math.max(step, 1)
    if (newest && work.now.getTime() - newest.ts.getTime() < JUST_NOW) {
      const told = await toldOf(work, newest.id)
      const { entity_id: entityId, severity } = event
      const due = await telling.hearers(work, {
        ...{ entityId, eventId: event.id, escalation, actions },
        severity: severity as Severity, // safe: as above
      })
      // The rule has just told the same people of it.
      if (due.length > 0 && due.every(one => told.has(one.to.address.toLowerCase())))
        return setClimb(work, { ...climb, step, passed }, new Date(newest.ts.getTime() + again))
    }
    // An event may climb more than once: its list begins anew when it does.
    const [key, cause] = [`climb:${event.id}:${work.now.getTime()}`, newest ? await causeNow(work, newest) : null]
    const said = { eventId: event.id, key, ts: work.now, cause, n: times + 1, escalation: step }
    const id = await insertOccurrence(work, said)
    await setClimb(work, { ...climb, step, times, passed }, new Date(work.now.getTime() + again))
    if (id === undefined) return
    telling.changed(work, event)
    const one = { id, key, at: work.now, n: times + 1, last: false, escalation, cause, fact: null, written: writtenOf(event) }
    await telling.tell(work, event, actions, one)
  }

  return every(world, 'escalation', LOOK, async () => {
    for (;;) {
      const taken = await db.work(system, async work => {
        const due = await dueClimbs(work, AT_ONCE)
        for (const climb of due)
          await byItself(
            work,
            () => up(work, climb),
            async error => {
              log.error({ err: error, event: climb.eventId }, 'an event that cannot go up the list')
              await setClimb(work, climb, later(work))
            },
          )
        return due.length
      })
      if (taken < AT_ONCE) return
    }
  })
}
