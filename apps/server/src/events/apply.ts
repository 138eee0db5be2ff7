import type { EventStatus, Severity } from '@steading/contract/events'
import type { EventClose, EventNotify, EventOpen, EventReopen } from '@steading/rules/intent'
import { once } from '../platform/database/once.ts'
import type { Work } from '../platform/database/work.ts'
import { keepActuations } from './actuations.ts'
import { freeze } from './cause.ts'
import type { FrozenCause } from './cause.ts'
import type { Effect } from './effect.ts'
import { asOf, eventByKey, insertEvent, nameableBy, openedBefore, setCauses } from './apply.sql.ts'
import { lastChanges } from './changes.sql.ts'
import { insertOccurrence } from './occurrences.sql.ts'
import type { Nameable, RuleOfEvents } from './apply.sql.ts'
import type { EventRow } from './events.sql.ts'
import { changeByRule } from './standing.ts'
import type { Technical } from './technical.ts'
import { configurationOf } from './telling.ts'
import type { Telling } from './telling.ts'
import { isOld, quietFor } from './transition.ts'

/** One effect, and by which version of the rule. */
export interface Doing {
  readonly effect: Effect
  readonly version: number
  /** From readings that were not sent when they were made. */
  readonly late: boolean
  /** Its event is known to be over: it is written down and nobody hears of it. */
  readonly over: boolean
}

/**
 * Writes what a rule did into events, occurrences and changes, and puts what people are to hear beside it. The same effect
 * again changes nothing; effects of one event may come in another order than they fell due.
 */
export type Apply = (work: Work, rule: RuleOfEvents, doings: readonly Doing[]) => Promise<void>

/** What the rule may name. */
type Names = (interfaceId: string) => Promise<Nameable | undefined>

const names =
  (work: Work, rule: RuleOfEvents): Names =>
  id =>
    once(work, `named/${rule.id}/${id}`, () => nameableBy(work, { rule, id }))

/** An event, and whether it was made just now: then nobody has done anything to it yet. */
interface Found {
  readonly event: EventRow
  readonly isNew: boolean
}

export function applier(telling: Telling, { fault }: Pick<Technical, 'fault'>): Apply {
  const turn = (work: Work, event: EventRow, effect: EventClose | EventReopen) => {
    const status: EventStatus = effect.kind === 'EVENT_CLOSE' ? 'CLOSED' : 'OPEN'
    return changeByRule(work, telling, event, effect.key, { status, date: new Date(effect.ts), userId: null })
  }

  return async (work, rule, doings) => {
    const named = names(work, rule)
    let made: EventRow | undefined
    for (const doing of doings) {
      const { effect } = doing
      if (effect.kind === 'FAULT') await fault(work, rule, effect)
      // What follows an opening mostly comes with it.
      else if (effect.kind === 'EVENT_NOTIFY' && made?.key === effect.event)
        await notify(work, rule, named, { event: made, isNew: true }, effect, doing)
      else {
        const found = await eventOf(work, rule, named, effect, doing)
        made = undefined
        if (effect.kind === 'EVENT_OPEN') {
          await open(work, rule, named, found, effect, doing.version)
          if (found.isNew) made = found.event
        } else if (effect.kind === 'EVENT_NOTIFY') await notify(work, rule, named, found, effect, doing)
        else await turn(work, found.event, effect)
      }
    }
  }

  /** Of an event that is only logged, the opening is the one occurrence. */
  async function open(work: Work, rule: RuleOfEvents, named: Names, found: Found, effect: EventOpen, version: number) {
    const { event, isNew } = found
    const ts = new Date(effect.ts)
    // What it notified of before its opening was known may have been another condition, elsewhere.
    const entityId = await placeOf(named, rule, effect)
    if (event.open_date > ts) await openedBefore(work, event.id, ts)
    await keepActuations(work, event.id, entityId, ts)
    const causes = await causesOf(named, effect, version)
    if (effect.status === 'CLOSED')
      for (const { line } of effect.causes) {
        const cause = causes.find(one => one.line === line) ?? null
        await insertOccurrence(work, { eventId: event.id, key: `${effect.key}:${line}`, ts, cause })
      }
    if (!isNew) await setCauses(work, event.id, entityId, causes)
    telling.changed(work, { ...event, entity_id: entityId })
  }

  async function notify(
    work: Work,
    rule: RuleOfEvents,
    named: Names,
    { event, isNew }: Found,
    effect: EventNotify,
    { version, over }: Doing,
  ) {
    const { key, n, last } = effect
    const at = new Date(effect.ts)
    const person = isNew ? undefined : (await lastChanges(work, event.id)).person
    // Up the list, too, once somebody said that they take care and the danger lasts all the same.
    const escalation = Math.max(effect.escalation, person?.status === 'PENDING' ? 1 : 0)
    const cause = await frozen(named, effect.cause, version)
    const id = await insertOccurrence(work, { eventId: event.id, key, ts: at, cause, n, escalation })
    if (id === undefined) return
    telling.changed(work, event)
    if (over) return
    if (isOld(work.now, at)) return telling.tellLater(work, event)
    if (isQuiet(event, person?.date, at)) return
    if (event.status === 'CLOSED')
      await changeByRule(work, telling, event, `${key}:still`, { status: 'OPEN', date: at, userId: null })
    const actions = configurationOf(rule.event)?.actionConfigurations ?? null
    await telling.tell(work, event, actions, { id, key, at, n, last, escalation, cause, fact: null, written: null })
  }
}

/** Nobody is disturbed for what was before the rule ended it, nor for a while after a person took it up or closed it. */
function isQuiet(event: EventRow, personAt: Date | undefined, at: Date): boolean {
  if (event.status === 'OPEN') return false
  if (event.status === 'CLOSED' && event.closed_by === null) return event.close_date === null || at <= event.close_date
  // What is said after the closing does not prolong the quiet.
  const since = event.status === 'CLOSED' ? event.close_date : personAt
  if (!since) return false
  const quiet = quietFor(event.status === 'PENDING' ? 'PENDING' : 'CLOSED', event.severity as Severity) // safe: the column's check
  return at.getTime() < since.getTime() + quiet
}

/** The event of an effect; made here when this is the first news of it, though its opening may have yet to come. */
async function eventOf(
  work: Work,
  now: RuleOfEvents,
  named: Names,
  effect: Exclude<Effect, { kind: 'FAULT' }>,
  { late, over, version }: Doing,
): Promise<Found> {
  const known = effect.kind === 'EVENT_OPEN' ? undefined : await eventByKey(work, effect.event)
  if (known) return { event: known, isNew: false }
  // A box that still runs an earlier version opens what that one says.
  const rule = version === now.version ? now : { ...now, ...(await asOf(work, now.id, version)) }
  const configuration = configurationOf(rule.event)
  const status = effect.kind === 'EVENT_OPEN' ? effect.status : 'OPEN'
  const openDate = new Date(effect.ts)
  const made = await insertEvent(work, {
    key: effect.event,
    entityId: await placeOf(named, now, effect),
    terminalId: rule.terminalId,
    rule,
    title: configuration?.title ?? rule.displayName,
    wording: null,
    description: configuration?.description ?? '',
    severity: (rule.severity ?? 'MAJOR') as Severity, // safe: the body's schema checked it
    category: configuration?.category ?? 'TECHNICAL',
    status,
    openDate,
    past: over || (late && isOld(work.now, openDate)),
    ...(effect.kind === 'EVENT_OPEN' && { causes: await causesOf(named, effect, version) }),
  })
  return made ? { event: made, isNew: true } : { event: (await eventByKey(work, effect.event))!, isNew: false }
}

/** Where an event stands: by the first of its conditions. */
async function placeOf(named: Names, rule: RuleOfEvents, effect: Exclude<Effect, { kind: 'FAULT' }>): Promise<string> {
  const first = 'causes' in effect ? effect.causes[0] : 'cause' in effect ? effect.cause : undefined
  return (first && (await named(first.interfaceId)))?.standsAt ?? rule.entityId
}

async function frozen(named: Names, cause: EventNotify['cause'], version: number) {
  const one = await named(cause.interfaceId)
  return one ? freeze(cause, one, version) : null
}

/** Every condition that held as it opened, as far as the rule may name its sensor. */
const causesOf = async (named: Names, { causes }: EventOpen, version: number): Promise<FrozenCause[]> =>
  (await Promise.all(causes.map(one => frozen(named, one, version)))).filter(one => one !== null)
