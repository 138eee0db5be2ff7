import type { Command, InterfaceSpec, Refusal } from '@steading/contract/box/messages'
import { hasType, isInRange, isOutput } from '../platform/interfaces.ts'

/** What a command is judged by. */
export interface Situation {
  /** The open session. */
  readonly sid: string | null
  /** Number of the last accepted command. */
  readonly last: number
  /** The platform's time, UTC ms; null: not known. */
  readonly now: number | null
  readonly spec: InterfaceSpec | undefined
  /** Why the local interlock forbids it; null: it does not. */
  readonly interlock: string | null
  /** What of higher rank holds the output; null: nothing. */
  readonly outranked: string | null
}

export interface Rejection {
  readonly st: 'rejected' | 'expired'
  readonly why: Refusal
  readonly say?: string
}

/** ms that a command may seem to come from the future: what the clocks may differ. */
const AHEAD = 2000

export const isLate = ({ iss, ttl }: Pick<Command, 'iss' | 'ttl'>, now: number | null): boolean => now === null || now > iss + ttl

/** The checks that hold for every order: of this session, in turn, in time. */
export const judgeOrder = (
  order: Pick<Command, 'sid' | 'n' | 'iss' | 'ttl'>,
  { sid, last, now }: Pick<Situation, 'sid' | 'last' | 'now'>,
): Rejection | null => {
  if (sid === null || order.sid !== sid) return { st: 'rejected', why: 'session' }
  if (order.n <= last) return { st: 'rejected', why: 'order' }
  if (now === null || order.iss > now + AHEAD) return { st: 'rejected', why: 'clock' }
  return isLate(order, now) ? { st: 'expired', why: 'late' } : null
}

/** Why the command must not be executed, by the first check that fails; null: all hold. */
export const judge = (command: Command, situation: Situation): Rejection | null => {
  const { spec, interlock, outranked } = situation
  const rejection = judgeOrder(command, situation)
  if (rejection) return rejection
  if (!spec) return { st: 'rejected', why: 'interface' }
  if (!isOutput(spec)) return { st: 'rejected', why: 'direction' }
  if (!hasType(spec, command.val)) return { st: 'rejected', why: 'type' }
  if (!isInRange(spec, command.val)) return { st: 'rejected', why: 'range' }
  if (interlock !== null) return { st: 'rejected', why: 'interlock', say: interlock }
  if (outranked !== null) return { st: 'rejected', why: 'outranked', say: outranked }
  return null
}
