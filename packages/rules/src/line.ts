import type { RuleInterface, RuleLine } from '@steading/contract/rulebody'
import { compare, compareText } from './compare.ts'
import { isOfBase, openWindow, ratePerHour } from './counter.ts'
import type { Window } from './counter.ts'
import type { Cause } from './intent.ts'
import { duration, NEVER, SECOND } from './time.ts'
import { valueOf } from './tristate.ts'
import type { Watched } from './tristate.ts'

/** One condition of an alarm: whether it is met, for how long, and whether it is held. */
export interface Line {
  /** Index of its input in state.inputs. */
  readonly slot: number
  raw: 'TRUE' | 'FALSE' | 'UNKNOWN'
  /** Met long enough; stays so until it was not met for the off-delay. */
  held: boolean
  /** Since when it is met, or was as it became held; NEVER: it is not. */
  since: number
  /** Since when a held line is not met; NEVER: it is, or nobody knows. */
  clear: number
  /** What is compared, and for feedback the last command; null: not known. */
  value: number
  command: number | null
  window: Window | null
  /** Notifications of this event, the instant of the last, and when the next is due (AT_ONCE, NEVER). */
  count: number
  sent: number
  due: number
}

/** The settings of a line as they are in force now. */
export interface Terms extends RuleLine {
  /** Outside its dates: never met. */
  readonly off?: boolean
}

/** A held line is released after it was not met for so long. */
export const OFF_DELAY = 60 * SECOND
/** Before every instant. */
export const AT_ONCE = -1

export const line = (slot: number): Line => ({
  slot,
  raw: 'UNKNOWN',
  held: false,
  since: NEVER,
  clear: NEVER,
  value: 0,
  command: null,
  window: null,
  count: 0,
  sent: NEVER,
  due: NEVER,
})

/** The reference in force at `ts`; NaN before the first. */
const referenceAt = (of: RuleLine, ts: number): number => {
  let value = NaN
  for (const entry of of.reference) {
    if (entry.from > ts) break
    value = entry.value
  }
  return value
}

/** When the reference changes next; NEVER: not any more, or there is none. */
export const nextReference = (of: RuleLine, ts: number): number => {
  for (const { from } of of.reference) if (from > ts) return from
  return NEVER
}

/** The number that a line compares, by the kind of its interface; NaN while it can't be told. */
const compared = (line: Line, of: RuleLine, spec: RuleInterface, input: Watched, ts: number): number => {
  if (spec.kind === 'COMMAND') return line.command === null ? NaN : input.x - line.command
  if (spec.kind === 'COUNTER') {
    if (line.window !== null && isOfBase(line.window, spec.base)) return ratePerHour(line.window, input.x, ts, spec)
    line.window = openWindow(input.x, ts, spec.base)
    return NaN
  }
  if (of.relativeTo === undefined) return input.x
  const reference = referenceAt(of, ts)
  return of.percent ? (reference === 0 ? NaN : (100 * input.x) / reference) : input.x - reference
}

/** Looks at a known input again. */
export const evaluate = (line: Line, of: Terms, spec: RuleInterface, input: Watched, ts: number): void => {
  if (spec.dataType === 'STRING') {
    met(line, !of.off && compareText(input.text, of.logicOperator, String(of.inputValue)), ts)
    return
  }
  const value = compared(line, of, spec, input, ts)
  if (!Number.isNaN(value)) {
    line.value = value
    met(line, !of.off && compare(value, of.logicOperator, Number(of.inputValue)), ts)
  } else if (of.off) met(line, false, ts)
  else forget(line)
}

/** Other terms are in force: what is known is held against them. A meter, which counts between readings, is not read again. */
export const reconsider = (line: Line, of: Terms, spec: RuleInterface, input: Watched, ts: number, wasOff: boolean): void => {
  if (of.off) met(line, false, ts)
  else if (spec.kind !== 'COUNTER' && input.status === 'GOOD') evaluate(line, of, spec, input, ts)
  else if (spec.kind !== 'COUNTER' || wasOff) forget(line)
  else if (line.raw !== 'UNKNOWN') met(line, compare(line.value, of.logicOperator, Number(of.inputValue)), ts)
}

const met = (line: Line, yes: boolean, ts: number): void => {
  line.raw = yes ? 'TRUE' : 'FALSE'
  if (yes) {
    line.clear = NEVER
    if (line.since === NEVER) line.since = ts
  } else if (line.held) {
    if (line.clear === NEVER) line.clear = ts
  } else line.since = NEVER
}

/** The value is unknown: a running permanence or off-delay is void, what is held stays held. */
export const forget = (line: Line): void => {
  line.raw = 'UNKNOWN'
  line.clear = NEVER
  if (!line.held) line.since = NEVER
}

/** The input was lost: a meter's window begins anew too. */
export const lose = (line: Line): void => {
  forget(line)
  line.window = null
}

/** When a permanence or an off-delay ends. */
export const deadline = (line: Line, of: RuleLine): number => {
  if (line.held) return line.clear === NEVER ? NEVER : line.clear + OFF_DELAY
  return line.since === NEVER ? NEVER : line.since + duration(of.permanenceTime)
}

/** Ends what is due by `limit`, and a permanence of 0 at once. Answers whether the line changed. */
export const pass = (line: Line, of: RuleLine, ts: number, limit: number): boolean => {
  const due = deadline(line, of)
  if (due > limit && !(due === ts && line.since === ts && !line.held)) return false
  line.held = !line.held
  if (line.held) return true
  line.since = NEVER
  line.clear = NEVER
  line.due = NEVER
  return true
}

/** The card "why". */
export const causeOf = (index: number, line: Line, of: RuleLine, spec: RuleInterface, input: Watched): Cause => {
  const reading = valueOf(input, spec)
  const computed = spec.kind === 'COUNTER' || spec.kind === 'COMMAND' || of.relativeTo !== undefined
  return {
    line: index,
    interfaceId: of.interfaceId,
    value: computed ? line.value : reading,
    reading,
    ...(of.relativeTo && { relativeTo: of.relativeTo, percent: of.percent }),
    operator: of.logicOperator,
    threshold: of.inputValue,
    since: line.since,
    permanence: duration(of.permanenceTime) / SECOND,
  }
}
