import type { Input } from '@steading/rules/inputs/input'
import type { RuleEffect } from '@steading/rules/effects'
import { isCurrent, step } from '@steading/rules/step'
import { templateOf } from '@steading/rules/templates/index'
import type { PendingEffect } from '../../events/index.ts'
import type { World } from '../../platform/world.ts'
import { isLate } from '../../readings/index.ts'
import type { Reading } from '../../readings/index.ts'
import { inputOf } from './memory.ts'
import type { RunningRule, RuleMemory } from './ruleMemory.ts'
import { advance, enqueue, MAX_WAIT_MS, markLate } from './reorder.ts'
import type { WaitingReading } from './reorder.ts'

export type JournalReading = Omit<Reading, 'epoch'>
export type Evaluator = ReturnType<typeof createEvaluator>

/** What global rules make of readings and of what they are told; what they want done gathers in the memory. */
export function createEvaluator({ clock, log }: Pick<World, 'clock' | 'log'>) {
  const addEngineEffects = (memory: RuleMemory, rule: RunningRule, effects: readonly RuleEffect[]) => {
    for (const ruleEffect of effects) {
      if (ruleEffect.kind === 'ACTUATE') continue
      // Engine time is behind by what may yet come: what a version finds at once did not happen before it was there.
      const effect = ruleEffect.ts < rule.runsFrom ? { ...ruleEffect, ts: rule.runsFrom } : ruleEffect
      addEffects(memory, rule, [{ effect, version: rule.body.version, isLate: false, isOver: false }])
    }
  }

  const addEffects = (memory: RuleMemory, rule: RunningRule, effects: readonly PendingEffect[]) => {
    const pending = memory.pendingEffects.get(rule)
    if (pending) pending.push(...effects)
    else if (effects.length > 0) memory.pendingEffects.set(rule, [...effects])
  }

  /** A rule that the engine cannot run holds up no other. */
  const isolateFailure = (memory: RuleMemory, rule: RunningRule, act: () => readonly RuleEffect[]) => {
    if (rule.broken) return
    try {
      addEngineEffects(memory, rule, act())
    } catch (error) {
      log.error({ err: error, rule: rule.id }, 'global rule failed, taken out of evaluation')
      memory.rules.delete(rule.id)
      rule.broken = true
      rule.waiting.length = 0
      memory.broken.set(rule.id, error instanceof Error ? error.message : String(error))
    }
  }

  /** History goes to no rule: it is looked back upon when there is all of it. */
  const accept = (memory: RuleMemory, rule: RunningRule, come: WaitingReading, late: boolean) => {
    const waiting = late ? come : redate(rule, come)
    const { ts } = waiting.input
    if (rule.broken || ts < rule.since) return
    rule.dirty = true
    if (late || ts < rule.state.ts) {
      markLate(rule, ts)
      rule.lastLateAt = waiting.arrived
    } else {
      if (rule.waiting.length === 0) memory.rulesWithWaiting.add(rule)
      enqueue(rule, waiting)
    }
  }

  /** What was under way as the rule began, and is newer than what it was told then, holds from then on. */
  const redate = ({ since, warmUpTimes: times, state }: RunningRule, waiting: WaitingReading): WaitingReading => {
    const { ts, interfaceId } = waiting.input
    const known = times.get(interfaceId)
    if (ts >= since || known === undefined || ts <= known) return waiting
    times.set(interfaceId, ts)
    return { ...waiting, input: { ...waiting.input, ts: state.ts + 1 } }
  }

  const applyInput = (memory: RuleMemory, rule: RunningRule, input: Input) => {
    rule.dirty = true
    isolateFailure(memory, rule, () => step(rule.body, rule.state, input).effects)
  }

  /** Evaluates what nothing earlier can precede any more, and the deadlines that are due. */
  const advanceRule = (memory: RuleMemory, rule: RunningRule) => {
    const latest = (id: string) => memory.latestByTerminal.get(id) ?? -Infinity
    // Until the rule is told of its gap, time does not pass by itself.
    const now = rule.gap === null ? clock.now() : -Infinity
    const before = rule.lateFrom
    isolateFailure(memory, rule, () => advance(rule, { latest, now, mono: clock.mono() }))
    if (rule.lateFrom !== before) rule.lastLateAt = clock.mono()
    if (rule.waiting.length === 0) memory.rulesWithWaiting.delete(rule)
  }

  /** As late as engine time may become without a reading that is on its way coming too late. */
  const safeTime = (rule: RunningRule) => Math.min(clock.now() - MAX_WAIT_MS, rule.waiting[0]?.input.ts ?? Infinity)

  return {
    addEffects,
    advanceRule,
    applyInput,
    safeTime,

    /** A reading from the journal. */
    feedReading(memory: RuleMemory, row: JournalReading, mono: number) {
      const place = memory.interfaces.get(row.interfaceId)
      if (!place) return
      const { terminalId, rules, dataType } = place
      const late = isLate(row)
      if (!late && row.ts > (memory.latestByTerminal.get(terminalId) ?? -Infinity))
        memory.latestByTerminal.set(terminalId, row.ts)
      if (rules.length === 0) return
      const one = { input: inputOf(row, dataType), arrived: mono }
      for (const rule of rules) accept(memory, rule, one, late)
    },

    /** A reading that some of the rules have had already, or that is only theirs; `at` answers its instant, null: not for this one. */
    feedSelected(memory: RuleMemory, row: JournalReading, at: (rule: RunningRule) => number | null) {
      const { rules = [], dataType = null } = memory.interfaces.get(row.interfaceId) ?? {}
      for (const rule of rules) {
        const ts = at(rule)
        if (ts !== null) accept(memory, rule, { input: inputOf({ ...row, ts }, dataType), arrived: clock.mono() }, isLate(row))
      }
    },

    /** Engine time does not move: a reading may yet come that is older than now. */
    setSilent(memory: RuleMemory, terminalId: string, silent: boolean) {
      for (const rule of memory.rules.values())
        if (rule.terminals.includes(terminalId))
          applyInput(memory, rule, { kind: 'CONFIG', ts: 0, terminal: { id: terminalId, silent } })
    },

    /** That it begins, another version, or other news of its sensors, is told at once: what holds by it need not wait for them. */
    announceVersion(memory: RuleMemory, rule: RunningRule, least: number) {
      // The end of a stop tells it, too.
      if ((!rule.needsWarmUp && isCurrent(rule.body, rule.state)) || (rule.gap ?? 0) >= least) return
      const { ts } = rule.state
      applyInput(memory, rule, { kind: 'CONFIG', ts: rule.needsWarmUp ? ts : Math.max(safeTime(rule), ts + 1) })
    },

    /** After a stop of `least` ms the engine decides which of its deadlines still count; a shorter one is none. */
    resumeAfterGap(memory: RuleMemory, rule: RunningRule, least: number) {
      const { gap } = rule
      rule.gap = null
      if (gap === null || gap < least) return
      applyInput(memory, rule, { kind: 'CONFIG', ts: safeTime(rule), restart: { gap } })
      rule.needsWarmUp = gap >= templateOf(rule.body).staleAfter(rule.body)
    },
  }
}
