import type { EventStatus, Severity } from '@steading/contract/events/events'
import type { EventClose, EventNotify, EventOpen, EventReopen } from '@steading/rules/effects'
import { memoizePerTransaction } from '../../platform/database/memoizePerTransaction.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { recordActuations } from './actuations.ts'
import { freezeCause } from '../cause.ts'
import type { FrozenCause } from '../cause.ts'
import type { ReportedEffect } from './readEffect.ts'
import { ruleVersion, ruleInterface } from '../rules.sql.ts'
import { lockEventByKey, insertEvent } from '../newEvents.sql.ts'
import { moveOpenDateBack, setCauses } from './apply.sql.ts'
import { standingOf } from '../escalation/promises.ts'
import { answersOf, lastChanges } from '../status/changes.sql.ts'
import { insertOccurrence } from '../occurrences.sql.ts'
import type { RuleInterface, EventRule } from '../rules.sql.ts'
import type { EventRow } from '../events.sql.ts'
import { changeAutomatically } from '../status/automaticChanges.ts'
import type { SystemAlarms } from '../system/systemAlarms.ts'
import { configurationFromColumn } from '../notification/notifier.ts'
import type { Notifier } from '../notification/notifier.types.ts'
import { isTooOldToNotify, quietPeriod } from '../status/eventState.ts'

/** An effect with the version of its rule. */
export interface PendingEffect {
  readonly effect: ReportedEffect
  readonly version: number
  /** It follows from late readings, sent after an outage. */
  readonly isLate: boolean
  /** Its event is known to be over: record it without notifications. */
  readonly isOver: boolean
}

/**
 * Applies effects of a rule: writes events, occurrences and changes, and enqueues notifications. Idempotent by the keys of effects;
 * effects of one event may arrive out of order.
 */
export type Apply = (work: UnitOfWork, rule: EventRule, effects: readonly PendingEffect[]) => Promise<void>

/** Finds an interface that the rule may reference. */
type FindInterface = (interfaceId: string) => Promise<RuleInterface | undefined>

const interfaceFinder =
  (work: UnitOfWork, rule: EventRule): FindInterface =>
  id =>
    memoizePerTransaction(work, `named/${rule.id}/${id}`, () => ruleInterface(work, { rule, id }))

/** The event of an effect; a new one has no changes by users yet. */
interface EventOfEffect {
  readonly event: EventRow
  readonly isNew: boolean
}

export function createApply(notifier: Notifier, { raiseFault: fault }: Pick<SystemAlarms, 'raiseFault'>): Apply {
  const changeStatus = (work: UnitOfWork, event: EventRow, effect: EventClose | EventReopen) => {
    const status: EventStatus = effect.kind === 'EVENT_CLOSE' ? 'CLOSED' : 'OPEN'
    return changeAutomatically(work, notifier, event, effect.key, { status, date: new Date(effect.ts), userId: null })
  }

  return async (work, rule, effects) => {
    const findInterface = interfaceFinder(work, rule)
    let created: EventRow | undefined
    for (const pending of effects) {
      const { effect } = pending
      if (effect.kind === 'FAULT') await fault(work, rule, effect)
      // Shortcut: the notification of an opening usually follows it directly.
      else if (effect.kind === 'EVENT_NOTIFY' && created?.source_key === effect.event)
        await applyNotification(work, rule, findInterface, { event: created, isNew: true }, effect, pending)
      else {
        const target = await findOrInsertEvent(work, rule, findInterface, effect, pending)
        created = undefined
        if (effect.kind === 'EVENT_OPEN') {
          await applyOpening(work, rule, findInterface, target, effect, pending.version)
          if (target.isNew) created = target.event
        } else if (effect.kind === 'EVENT_NOTIFY') await applyNotification(work, rule, findInterface, target, effect, pending)
        else await changeStatus(work, target.event, effect)
      }
    }
  }

  /** Applies an opening. For an event that is only logged (CLOSED at once) it is also the occurrence. */
  async function applyOpening(
    work: UnitOfWork,
    rule: EventRule,
    findInterface: FindInterface,
    target: EventOfEffect,
    effect: EventOpen,
    version: number,
  ) {
    const { event, isNew } = target
    const ts = new Date(effect.ts)
    // A notification applied before the opening may have set the entity of another condition.
    const entityId = await entityOf(findInterface, rule, effect)
    if (event.open_date > ts) await moveOpenDateBack(work, event.id, ts)
    await recordActuations(work, event.id, entityId, ts)
    const causes = await freezeCauses(findInterface, effect, version)
    if (effect.status === 'CLOSED')
      for (const { line } of effect.causes) {
        const cause = causes.find(frozenCause => frozenCause.line === line) ?? null
        await insertOccurrence(work, { eventId: event.id, key: `${effect.key}:${line}`, ts, cause })
      }
    if (!isNew) await setCauses(work, event.id, entityId, causes)
    notifier.publishChange(work, { ...event, entity_id: entityId })
  }

  async function applyNotification(
    work: UnitOfWork,
    rule: EventRule,
    findInterface: FindInterface,
    { event, isNew }: EventOfEffect,
    effect: EventNotify,
    { version, isOver }: PendingEffect,
  ) {
    const { key, n, last } = effect
    const at = new Date(effect.ts)
    const person = isNew ? undefined : (await lastChanges(work, event.id)).person
    // A PENDING event that recurs is escalated by at least one level.
    const escalation = Math.max(effect.escalation, person?.status === 'PENDING' ? 1 : 0)
    const cause = await freezeIfNameable(findInterface, effect.cause, version)
    const id = await insertOccurrence(work, { eventId: event.id, key, ts: at, cause, n, escalation })
    if (id === undefined) return
    notifier.publishChange(work, event)
    if (isOver) return
    if (isTooOldToNotify(work.now, at)) return notifier.notifyLater(work, event)
    if (event.status === 'PENDING' ? await isPaused(work, event, at) : isQuiet(event, at)) return
    if (event.status === 'CLOSED')
      await changeAutomatically(work, notifier, event, `${key}:still`, { status: 'OPEN', date: at, userId: null })
    const actions = configurationFromColumn(rule.event)?.actionConfigurations ?? null
    await notifier.notify(work, event, actions, { id, key, at, n, last, escalation, cause, fact: null, written: null })
  }
}

/** Suppress the notification: an answer pauses the escalation. Who was promised to come and is missing is told by the escalation. */
async function isPaused(work: UnitOfWork, { id, severity }: EventRow, at: Date): Promise<boolean> {
  const { pausedUntil } = standingOf(await answersOf(work, id), { severity, now: at, climbedAt: at })
  return pausedUntil !== null && at < pausedUntil
}

/** Suppress the notification: the effect is older than the closing by the rule, or within the quiet period after a user closed the event. */
function isQuiet(event: EventRow, at: Date): boolean {
  if (event.status === 'OPEN') return false
  if (event.status === 'CLOSED' && event.closed_by === null) return event.close_date === null || at <= event.close_date
  return event.close_date !== null && at.getTime() < event.close_date.getTime() + quietPeriod('CLOSED', event.severity)
}

/** Finds the event of an effect, or inserts it if this effect arrives first, even before the opening. */
async function findOrInsertEvent(
  work: UnitOfWork,
  currentRule: EventRule,
  findInterface: FindInterface,
  effect: Exclude<ReportedEffect, { kind: 'FAULT' }>,
  { isLate, isOver, version }: PendingEffect,
): Promise<EventOfEffect> {
  const known = effect.kind === 'EVENT_OPEN' ? undefined : await lockEventByKey(work, effect.event)
  if (known) return { event: known, isNew: false }
  // A box may still run an earlier version: use the event settings of that version.
  const rule =
    version === currentRule.version ? currentRule : { ...currentRule, ...(await ruleVersion(work, currentRule.id, version)) }
  const configuration = configurationFromColumn(rule.event)
  const status = effect.kind === 'EVENT_OPEN' ? effect.status : 'OPEN'
  const openDate = new Date(effect.ts)
  const created = await insertEvent(work, {
    key: effect.event,
    problem: null,
    subjectId: rule.id,
    entityId: await entityOf(findInterface, currentRule, effect),
    terminalId: rule.terminalId,
    rule,
    title: configuration?.title ?? rule.displayName,
    wording: null,
    description: configuration?.description ?? '',
    severity: (rule.severity ?? 'MAJOR') as Severity, // safe: the body's schema checked it
    category: configuration?.category ?? 'TECHNICAL',
    status,
    openDate,
    past: isOver || (isLate && isTooOldToNotify(work.now, openDate)),
    ...(effect.kind === 'EVENT_OPEN' && { causes: await freezeCauses(findInterface, effect, version) }),
  })
  return created ? { event: created, isNew: true } : { event: (await lockEventByKey(work, effect.event))!, isNew: false }
}

/** Entity of an event: from its first condition. */
async function entityOf(
  findInterface: FindInterface,
  rule: EventRule,
  effect: Exclude<ReportedEffect, { kind: 'FAULT' }>,
): Promise<string> {
  const first = 'causes' in effect ? effect.causes[0] : 'cause' in effect ? effect.cause : undefined
  return (first && (await findInterface(first.interfaceId)))?.eventEntityId ?? rule.entityId
}

async function freezeIfNameable(findInterface: FindInterface, cause: EventNotify['cause'], version: number) {
  const ruleInterface = await findInterface(cause.interfaceId)
  return ruleInterface ? freezeCause(cause, ruleInterface, version) : null
}

/** Causes of an opening whose interfaces the rule may reference. */
const freezeCauses = async (findInterface: FindInterface, { causes }: EventOpen, version: number): Promise<FrozenCause[]> =>
  (await Promise.all(causes.map(cause => freezeIfNameable(findInterface, cause, version)))).filter(
    frozenCause => frozenCause !== null,
  )
