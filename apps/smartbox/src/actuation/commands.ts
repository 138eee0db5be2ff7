import { LIMITS } from '@steading/contract/box/messages'
import type { Command, CommandAnswer, InterfaceSpec } from '@steading/contract/box/messages'
import type { Value } from '../platform/driver.ts'
import { reason } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'
import type { BoxTime } from '../platform/time.ts'
import { isLate, judge } from './judge.ts'
import type { Ledger } from './ledger.ts'
import type { Outputs } from './outputs.ts'

export interface CommandParts {
  readonly ledger: Ledger
  readonly outputs: Outputs
  readonly time: BoxTime
  readonly log: Log
  readonly session: () => string | null
  readonly spec: (ix: number) => InterfaceSpec | undefined
  readonly interlock: (spec: InterfaceSpec, value: Value) => string | null
  /** What is stronger than a person and has the output; null: nothing. */
  readonly outranked: (spec: InterfaceSpec) => string | null
  readonly answer: (answer: CommandAnswer) => void
  /** It was executed: rules leave the output alone for `hold` ms. */
  readonly executed: (spec: InterfaceSpec, value: Value, hold: number) => void
}

/** Takes commands of the platform: judges, writes down, switches, answers. */
export const createCommands = (parts: CommandParts) => {
  const { ledger, outputs, time, log, session, spec, interlock, outranked, answer, executed } = parts
  const reply = (command: Command, result: Omit<CommandAnswer, 'id' | 'n' | 'at'>) => {
    const full: CommandAnswer = { id: command.id, n: command.n, at: Math.max(0, time.utc()), ...result }
    ledger.answer(full)
    answer(full)
  }

  const execute = async (command: Command, spec: InterfaceSpec) => {
    const { val, hold = LIMITS.hold.usual } = command
    try {
      const read = await outputs.byHand(spec, val, hold, () => !isLate(command, time.platform()))
      if (read === null) return reply(command, { st: 'expired', why: 'late' })
      executed(spec, val, hold)
      reply(command, { st: 'done', val, read })
    } catch (error) {
      reply(command, { st: 'unconfirmed', why: 'device', val, say: reason(error).slice(0, LIMITS.text) })
    }
  }

  return (command: Command): void => {
    const known = ledger.find(command.id)
    if (known === 'open') return
    if (known) return answer(known.at === 0 ? { ...known, at: Math.max(0, time.utc()) } : known)
    const of = spec(command.if)
    const rejection = judge(command, {
      sid: session(),
      last: ledger.last(),
      now: time.platform(),
      spec: of,
      interlock: of ? interlock(of, command.val) : null,
      outranked: of ? outranked(of) : null,
    })
    if (rejection || !of) return reply(command, rejection ?? { st: 'rejected', why: 'interface' })
    // Durable before anything moves; if the disk refuses, nothing is switched and nothing answered.
    ledger.accept(command.id, command.n)
    execute(command, of).catch((error: unknown) => log('error', `command ${command.id}: ${reason(error)}`))
  }
}
