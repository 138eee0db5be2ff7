import type { RuleBody } from '@steading/contract/rulebody'
import type { Value } from '@steading/contract/interfaces'
import type { Intent, Reason } from './intent.ts'
import type { State } from './state.ts'
import { HOUR, NEVER } from './time.ts'

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
}

const LONGEST_HOLD = 24 * HOUR

export const outlet = (body: RuleBody, id: string): Outlet => ({
  id,
  isBoolean: body.interfaces.some(one => one.id === id && one.dataType === 'BOOLEAN'),
  known: false,
  last: 0,
  hold: NEVER,
  resumed: false,
})

export const isHeld = (of: Outlet): boolean => of.hold !== NEVER

/** Somebody else's command; `hold` as in Command. */
export const override = (of: Outlet, value: Value, ts: number, hold: number | null): void => {
  learn(of, value)
  if (hold !== null) of.hold = hold > 0 ? ts + Math.min(hold, LONGEST_HOLD) : NEVER
}

export const learn = (of: Outlet, value: Value | null): void => {
  of.known = typeof value === 'number' || typeof value === 'boolean'
  if (of.known) of.last = Number(value)
}

export const endHold = (of: Outlet): void => {
  of.hold = NEVER
  of.resumed = true
}

/** Writes `value` (a boolean as 0 or 1) to outlets [from, to) that are free and were last sent something else. */
export const write = (
  body: RuleBody,
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
