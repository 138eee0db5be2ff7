import type { RuleBody } from '@steading/contract/rulebody'
import type { Value } from '@steading/contract/interfaces'
import type { Command } from './input.ts'
import type { Intent, Reason } from './intent.ts'
import { outranks } from './rank.ts'
import type { Rank } from './rank.ts'
import type { State } from './state.ts'
import { HOUR, NEVER, UNTIL_FREED } from './time.ts'

/** One output of a rule: what it was sent last, and until when a person holds it. */
export interface Outlet {
  readonly id: string
  readonly isBoolean: boolean
  /** What it was sent last counts only while this is true. */
  known: boolean
  /** A boolean as 0 or 1. */
  last: number
  /** Until when it is left alone; NEVER: it is not held. */
  hold: number
  /** A hold just ended. */
  resumed: boolean
  /** Writes of the rule that failed, one after the other. */
  failures: number
}

/** Of a person. */
export const LONGEST_HOLD = 24 * HOUR
/** So many writes that fail in a row are a fault. */
export const FAILURES = 3

export const outlet = (body: RuleBody, id: string): Outlet => ({
  id,
  isBoolean: body.interfaces.some(one => one.id === id && one.dataType === 'BOOLEAN'),
  known: false,
  last: 0,
  hold: NEVER,
  resumed: false,
  failures: 0,
})

export const isHeld = (of: Outlet): boolean => of.hold !== NEVER

/**
 * Somebody else's command: it binds the rules that are weaker than who gave it, the others learn its value. Answers whether a
 * stronger rule left the output to this one.
 */
export const override = (of: Outlet, { value, hold, by = 'manual' }: Command, rank: Rank, ts: number): boolean => {
  learn(of, value)
  of.failures = 0
  if (hold === null || !outranks(by, rank)) return false
  const freed = hold === 0 && by !== 'manual' && isHeld(of)
  if (freed) endHold(of)
  else if (hold === 0) of.hold = NEVER
  else of.hold = Math.min(ts + (by === 'manual' ? Math.min(hold, LONGEST_HOLD) : hold), UNTIL_FREED)
  return freed
}

export const learn = (of: Outlet, value: Value | null): void => {
  of.known = typeof value === 'number' || typeof value === 'boolean'
  if (of.known) of.last = Number(value)
}

export const endHold = (of: Outlet): void => {
  of.hold = NEVER
  of.resumed = true
}

/** It does not do what it was sent: it is to be sent it again. */
export const doubt = (of: Outlet): void => {
  of.known = false
  of.failures = 0
}

/** A write of the rule did not reach it. Answers whether that is one too many. */
export const fail = (of: Outlet): boolean => {
  of.known = false
  return ++of.failures === FAILURES
}

/** The rule's last write is still to be made good. */
export const hasFailed = (of: Outlet): boolean => !of.known && of.failures > 0

/** Writes `value` (a boolean as 0 or 1) to outlets [from, to) that are free and were last sent something else. */
export const write = (
  body: Pick<RuleBody, 'id'>,
  state: State,
  from: number,
  to: number,
  value: number,
  ts: number,
  reason: Reason,
  out: Intent[],
): void => {
  for (let i = from; i < to; i++) {
    const of = state.outlets[i]!
    if (of.hold !== NEVER) continue
    if (!of.known || of.last !== value) {
      // What is known was not refused: it is no further try.
      if (of.known) of.failures = 0
      of.known = true
      of.last = value
      out.push({
        kind: 'ACTUATE',
        ts,
        key: `${body.id}:${ts}:${of.id}:${state.writes++}`,
        interfaceId: of.id,
        value: of.isBoolean ? value === 1 : value,
        reason: of.resumed ? 'HOLD_OVER' : reason,
      })
    }
    of.resumed = false
  }
}
