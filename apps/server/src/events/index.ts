import type { Devices } from '../devices/index.ts'
import type { Outbox } from '../outbox/index.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { Part } from '../platform/part.ts'
import type { World } from '../platform/world.ts'
import type { Journal } from '../readings/index.ts'
import { createApply } from './effects/apply.ts'
import type { PendingEffect } from './effects/apply.ts'
import type { ReportedEffect } from './effects/readEffect.ts'
import { handleCallAnswers } from './answers/callAnswers.ts'
import { createEscalation } from './escalation/escalationRuns.ts'
import { followBoxes } from './effects/boxEffects.ts'
import type { RegisterEffectHandler } from './effects/boxEffects.ts'
import { eventRule } from './rules.sql.ts'
import { statusesForBox } from './events.sql.ts'
import type { EventRule } from './rules.sql.ts'
import { createApplyWithFallback } from './effects/applyWithFallback.ts'
import { handleLateNotifications } from './notification/lateNotifications.ts'
import { closeEventsOfUndeployedRules } from './effects/undeployedRules.ts'
import { createSystemAlarms } from './system/systemAlarms.ts'
import type { SystemAlarms } from './system/systemAlarms.ts'
import { createNotifier } from './notification/notifier.ts'
import type { Notifier } from './notification/notifier.types.ts'

export { createAnswerForms } from './answers/answerForms.ts'
export type { AnswerForms, AnswerReply } from './answers/answerForms.ts'
export { ANSWER_PATHS, ANSWER_POLICY } from './answers/answerPage.ts'
export { eventsSlice } from './events.routes.ts'
export { postponeEscalations } from './escalation/escalationRuns.sql.ts'
export { presentEvents } from './events.ts'
export { countBySeverity, eventsAfter, eventTotals, searchEvents } from './events.sql.ts'
export { refuseHiddenBatches, requireBatch, visibleBatch } from './manual/batchAssignment.ts'
export { requireFarmOrSector } from './manual/manualEvents.ts'
export { reassignEventsToBatch } from './manual/batchReassignment.sql.ts'
export type { ReportedEffect } from './effects/readEffect.ts'
export type { PendingEffect } from './effects/apply.ts'
export type { BoxEffect } from './effects/boxEffects.sql.ts'
export type { SystemProblem } from './system/systemAlarms.ts'

export interface Events extends Pick<SystemAlarms, 'raise' | 'resolve'> {
  readonly parts: readonly Part[]
  /** For the slice's own routes. */
  readonly notifier: Notifier
  /** Registers the handler of another kind of effect from boxes. */
  onEffect: RegisterEffectHandler
  /** Applies effects of global rules, by rule id, in the transaction that saves the rule states. CRITICAL rules first. */
  apply(work: UnitOfWork, effectsByRule: ReadonlyMap<string, readonly PendingEffect[]>): Promise<void>
}

/** Quarantine entry of an effect that could not be applied. */
const quarantineEntry = (terminalId: string, effect: ReportedEffect, error: unknown, receivedAt: number) => ({
  terminalId,
  topic: 'up/data',
  code: 'EFFECT' as const,
  receivedAt,
  reason: `effect: ${error instanceof Error ? error.message : String(error)}`,
  payload: Buffer.from(JSON.stringify(effect)),
})

interface Dependencies {
  readonly outbox: Pick<Outbox, 'notify' | 'preview' | 'onAcknowledged'>
  readonly journal: Pick<Journal, 'follow' | 'settled' | 'quarantine'>
  readonly devices: Pick<Devices, 'reviseConfiguration' | 'setEventProvider'>
}

/** Create it before the journal and the jobs start: it registers their handlers. */
export function createEvents(world: World, { outbox, journal, devices }: Dependencies): Events {
  const notifier = createNotifier(world, outbox, devices)
  const systemAlarms = createSystemAlarms(world, notifier)
  const apply = createApplyWithFallback(world, createApply(notifier, systemAlarms), async ({ terminalId }, effect, error) => {
    if (terminalId !== null) await journal.quarantine.put(quarantineEntry(terminalId, effect, error, world.clock.now()), 'LOSS')
  })
  const boxEffects = followBoxes(world, journal, apply)
  handleLateNotifications(world, notifier)
  handleCallAnswers(world, outbox, notifier)
  devices.setEventProvider(statusesForBox)
  return {
    parts: [boxEffects.part, systemAlarms.part, createEscalation(world, notifier), closeEventsOfUndeployedRules(world, notifier)],
    notifier,
    raise: systemAlarms.raise,
    resolve: systemAlarms.resolve,
    onEffect: boxEffects.onEffect,
    async apply(work, effectsByRule) {
      const rules = await Promise.all([...effectsByRule.keys()].map(id => eventRule(work, { id, terminalId: null })))
      const isCritical = (rule: EventRule) => Number(rule.severity === 'CRITICAL')
      const sortedRules = rules.filter(rule => rule !== undefined).toSorted((a, b) => isCritical(b) - isCritical(a))
      await apply(
        work,
        sortedRules.map(rule => ({ rule, effects: effectsByRule.get(rule.id)! })), // safe: it was asked by that id
      )
    },
  }
}
