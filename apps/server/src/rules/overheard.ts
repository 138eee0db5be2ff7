import type { Value } from '@steading/contract/interfaces'
import { commandsOf } from '@steading/rules/listeners'
import { systemActor } from '../platform/actor.ts'
import type { World } from '../platform/world.ts'
import type { Evaluator } from './evaluator.ts'
import { lastSaid } from './global.sql.ts'
import type { Held, Memory } from './memory.ts'

const system = systemActor('rules')

/** An order to an output, as the rules that watch it learn of it. */
export const tellOrder = ({ tell }: Evaluator, of: Memory, interfaceId: string, value: Value) => {
  for (const rule of of.rules.values())
    if (commandsOf(rule.body).includes(interfaceId)) tell(of, rule, { kind: 'COMMAND', ts: 0, interfaceId, value, hold: null })
}

/** What global rules are to know beside readings: told on the bus at any time, and to the rules between the readings. */
export function overheard({ bus, db }: Pick<World, 'bus' | 'db'>, evaluate: Evaluator) {
  const told: ((of: Memory) => void)[] = []
  const { tell, safeTime, silence, feedSome } = evaluate

  bus.on('event.set', 'global rules', ({ ruleId, key, status, at }) => {
    told.push(of => {
      const rule = of.rules.get(ruleId)
      if (rule) tell(of, rule, { kind: 'CONFIG', ts: Math.min(at, safeTime(rule)), event: { key, status } })
    })
  })
  bus.on('command.changed', 'global rules', ({ command: { interfaceId, value, state } }) => {
    if (state === 'DONE') told.push(of => tellOrder(evaluate, of, interfaceId, value))
  })
  bus.on('terminal.silent', 'global rules', ({ terminalId }) => void told.push(of => silence(of, terminalId, true)))
  bus.on('terminal.back', 'global rules', ({ terminalId, at }) => {
    told.push(of => {
      silence(of, terminalId, false)
      // What it sends on change it need not say again; until then it would be unknown.
      const ids = [...of.rules.values()].flatMap(rule => onChange(rule, terminalId))
      if (ids.length > 0) void repeat([...new Set(ids)], at.getTime())
    })
  })
  const repeat = async (ids: readonly string[], at: number) => {
    const { rows } = await db.work(system, work => lastSaid(work, ids))
    told.push(of => {
      for (const row of rows) feedSome(of, row, rule => Math.max(at, rule.state.ts + 1))
    })
  }

  /** Tells the rules what came up since the last time. */
  return (of: Memory) => {
    for (const one of told.splice(0)) one(of)
  }
}

const onChange = ({ body }: Held, terminalId: string) =>
  body.interfaces
    .filter(one => one.terminalId === terminalId && (one.every === 0 || one.kind === 'STATE' || one.kind === 'COMMAND'))
    .map(one => one.id)
