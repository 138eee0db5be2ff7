import type { Events } from '../../events/index.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { World } from '../../platform/world.ts'
import { emitChanged } from '../deployment/deploy.ts'
import { findInterfaceFacts, lockRulesInService, markFailed, savePositions, saveStates } from './globalRules.sql.ts'
import { findOutdatedRules } from './interfaceFacts.ts'
import { serializeState } from './memory.ts'
import type { RuleMemory } from './ruleMemory.ts'
import { dueSaves, NOTHING_SAVED, scheduleAfter } from './saveSchedule.ts'

/** Writes the memory. Answers whether the memory still holds the present configuration of the interfaces; it looks once a minute. */
export type StateWriter = (work: UnitOfWork, memory: RuleMemory, all?: boolean) => Promise<boolean>

/** Writes effects together with the states that produced them; on schedule also every other state that changed. */
export function createStateWriter({ bus, clock }: Pick<World, 'bus' | 'clock'>, events: Pick<Events, 'apply'>): StateWriter {
  let schedule = NOTHING_SAVED

  return async (work, memory, all = false) => {
    const startedAt = clock.mono()
    const due = dueSaves(schedule, startedAt, all)
    const { pendingEffects } = memory
    const changed = due.states
      ? [...memory.rules.values()].filter(rule => rule.dirty || pendingEffects.has(rule))
      : [...pendingEffects.keys()]
    const inService = changed.length > 0 ? await lockRulesInService(work, changed) : new Set<string>()
    await events.apply(
      work,
      new Map([...pendingEffects].filter(([{ id }]) => inService.has(id)).map(([{ id }, effects]) => [id, effects])),
    )
    pendingEffects.clear()
    const states = changed
      .filter(rule => inService.has(rule.id))
      .map(rule => ({ id: rule.id, version: rule.body.version, state: serializeState(rule) }))
    if (states.length > 0) await saveStates(work, states, memory.position)
    for (const rule of changed) rule.dirty = false
    for (const [ruleId, why] of memory.broken) {
      const row = await markFailed(work, ruleId, why)
      if (row) emitChanged({ bus }, work, { id: ruleId, ...row }, 'ERROR')
    }
    memory.broken.clear()
    if (due.positions) await savePositions(work, [...memory.rules.keys()], memory.position)
    const outdated = due.positions && !all ? await findOutdatedRules(memory, ids => findInterfaceFacts(work, ids)) : []
    schedule = scheduleAfter(schedule, due, startedAt, clock.mono())
    return outdated.length === 0
  }
}
