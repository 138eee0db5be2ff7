import type { Value } from '@steading/contract/devices/interfaces'
import { commandsOf } from '@steading/rules/listeners'
import { systemActor } from '../../platform/actor.ts'
import type { World } from '../../platform/world.ts'
import type { Evaluator } from './evaluator.ts'
import { findLastValues } from './globalRules.sql.ts'
import type { RunningRule, RuleMemory } from './ruleMemory.ts'

const system = systemActor('rules')

/** An order to an output, as the rules that watch it learn of it. */
export const applyCommand = ({ applyInput: tell }: Evaluator, memory: RuleMemory, interfaceId: string, value: Value) => {
  for (const rule of memory.rules.values())
    if (commandsOf(rule.body).includes(interfaceId))
      tell(memory, rule, { kind: 'COMMAND', ts: 0, interfaceId, value, hold: null })
}

/** What global rules are to know beside readings: told on the bus at any time, and to the rules between the readings. */
export function createEventInbox({ bus, db }: Pick<World, 'bus' | 'db'>, evaluate: Evaluator) {
  const pending: ((memory: RuleMemory) => void)[] = []
  const { applyInput: tell, safeTime, setSilent: silence, feedSelected: feedSome } = evaluate

  bus.on('event.set', 'global rules', ({ ruleId, key, status, at }) => {
    pending.push(memory => {
      const rule = memory.rules.get(ruleId)
      if (rule) tell(memory, rule, { kind: 'CONFIG', ts: Math.min(at, safeTime(rule)), event: { key, status } })
    })
  })
  bus.on('command.changed', 'global rules', ({ command: { interfaceId, value, state } }) => {
    if (state === 'DONE') pending.push(memory => applyCommand(evaluate, memory, interfaceId, value))
  })
  bus.on('terminal.silent', 'global rules', ({ terminalId }) => void pending.push(memory => silence(memory, terminalId, true)))
  bus.on('terminal.back', 'global rules', ({ terminalId, at }) => {
    pending.push(memory => {
      silence(memory, terminalId, false)
      // What it sends on change it need not say again; until then it would be unknown.
      const ids = [...memory.rules.values()].flatMap(rule => onChangeInputs(rule, terminalId))
      if (ids.length > 0) void repeatLastValues([...new Set(ids)], at.getTime())
    })
  })
  const repeatLastValues = async (ids: readonly string[], at: number) => {
    const { rows } = await db.work(system, work => findLastValues(work, ids))
    pending.push(memory => {
      for (const row of rows) feedSome(memory, row, rule => Math.max(at, rule.state.ts + 1))
    })
  }

  /** Tells the rules what came up since the last time. */
  return (memory: RuleMemory) => {
    for (const one of pending.splice(0)) one(memory)
  }
}

const onChangeInputs = ({ body }: RunningRule, terminalId: string) =>
  body.interfaces
    .filter(item => item.terminalId === terminalId && (item.every === 0 || item.kind === 'STATE' || item.kind === 'COMMAND'))
    .map(item => item.id)
