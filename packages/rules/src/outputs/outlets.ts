import type { RuleBody } from '@steading/contract/rules/body'
import type { Value } from '@steading/contract/devices/interfaces'
import type { Command } from '../inputs/input.ts'
import type { RuleEffect, ActuationReason } from '../effects.ts'
import type { Outlet } from './outlet.ts'
import { outranks } from './rank.ts'
import type { Rank } from './rank.ts'
import type { State } from '../state.ts'
import { HOUR, NEVER, UNTIL_FREED } from '../values/time.ts'

/** Limit of a manual hold. */
export const LONGEST_HOLD = 24 * HOUR
/** Number of consecutive failed writes that raises a fault. */
export const FAILURES = 3

export const createOutlet = (body: RuleBody, id: string): Outlet => ({
  id,
  isBoolean: body.interfaces.some(item => item.id === id && item.dataType === 'BOOLEAN'),
  known: false,
  last: 0,
  hold: NEVER,
  resumed: false,
  failures: 0,
})

export const isHeld = (outlet: Outlet): boolean => outlet.hold !== NEVER

/**
 * Applies a command of a person or another rule. It holds the output if it outranks this rule; otherwise only its value is
 * learnt. Returns whether a stronger rule released the output.
 */
export const applyCommand = (outlet: Outlet, { value, hold, by = 'manual' }: Command, rank: Rank, ts: number): boolean => {
  learnValue(outlet, value)
  outlet.failures = 0
  if (hold === null || !outranks(by, rank)) return false
  const freed = hold === 0 && by !== 'manual' && isHeld(outlet)
  if (freed) endHold(outlet)
  else if (hold === 0) outlet.hold = NEVER
  else outlet.hold = Math.min(ts + (by === 'manual' ? Math.min(hold, LONGEST_HOLD) : hold), UNTIL_FREED)
  return freed
}

export const learnValue = (outlet: Outlet, value: Value | null): void => {
  outlet.known = typeof value === 'number' || typeof value === 'boolean'
  if (outlet.known) outlet.last = Number(value)
}

export const endHold = (outlet: Outlet): void => {
  outlet.hold = NEVER
  outlet.resumed = true
}

/** Marks the last command as unknown, so that the value is written again. */
export const invalidate = (outlet: Outlet): void => {
  outlet.known = false
  outlet.failures = 0
}

/** Records a failed write. Returns whether the number of failures raises a fault. */
export const recordFailure = (outlet: Outlet): boolean => {
  outlet.known = false
  return ++outlet.failures === FAILURES
}

/** The last write failed and has not been repeated yet. */
export const hasFailed = (outlet: Outlet): boolean => !outlet.known && outlet.failures > 0

/** Writes `value` (a boolean as 0 or 1) to the outlets [from, to) that are not held and whose last command differs. */
export const writeOutlets = (
  body: Pick<RuleBody, 'id'>,
  state: State,
  from: number,
  to: number,
  value: number,
  ts: number,
  reason: ActuationReason,
  out: RuleEffect[],
): void => {
  for (let i = from; i < to; i++) {
    const outlet = state.outlets[i]!
    if (outlet.hold !== NEVER) continue
    if (!outlet.known || outlet.last !== value) {
      // A known value was accepted, so this write is no retry.
      if (outlet.known) outlet.failures = 0
      outlet.known = true
      outlet.last = value
      out.push({
        kind: 'ACTUATE',
        ts,
        key: `${body.id}:${ts}:${outlet.id}:${state.writes++}`,
        interfaceId: outlet.id,
        value: outlet.isBoolean ? value === 1 : value,
        reason: outlet.resumed ? 'HOLD_OVER' : reason,
      })
    }
    outlet.resumed = false
  }
}
