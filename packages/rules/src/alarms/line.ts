import type { RuleInterface, RuleLine } from '@steading/contract/rules/body'
import { compare, compareText } from '../values/compare.ts'
import { isOfBase, openWindow, ratePerHour } from '../inputs/counter.ts'
import type { RateWindow } from '../inputs/counter.ts'
import type { Cause } from '../effects.ts'
import { duration, NEVER, SECOND } from '../values/time.ts'
import { valueOf } from '../inputs/inputState.ts'
import type { InputState } from '../inputs/inputState.ts'

/** State of one condition of an alarm. */
export interface Line {
  /** Index of its input in state.inputs. */
  readonly slot: number
  raw: 'TRUE' | 'FALSE' | 'UNKNOWN'
  /** Active: met for the permanence; stays so until it is not met for the off-delay. */
  held: boolean
  /** Since when it is met; kept while it is active. NEVER: not met. */
  since: number
  /** Since when an active line is not met; NEVER: met or unknown. */
  clear: number
  /** The compared value. `command` is the last command of an output whose feedback is compared; null: unknown. */
  value: number
  command: number | null
  window: RateWindow | null
  /** Notifications of this event: their number, the instant of the last, and when the next is due (AT_ONCE, NEVER). */
  count: number
  sent: number
  due: number
}

/** Settings of a line in force at an instant. */
export interface LineSettings extends RuleLine {
  /** Outside its dates, so never met. */
  readonly off?: boolean
}

/** An active line is released after it was not met for this time. */
export const OFF_DELAY = 60 * SECOND
/** Due immediately: lies before every instant. */
export const AT_ONCE = -1

export const createLine = (slot: number): Line => ({
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
const referenceAt = (settings: RuleLine, ts: number): number => {
  let value = NaN
  for (const entry of settings.reference) {
    if (entry.from > ts) break
    value = entry.value
  }
  return value
}

/** Whether the line follows a batch and none is open: it is not met, whatever its sensor reads. */
export const isWithoutReference = ({ relativeTo, reference }: RuleLine): boolean =>
  relativeTo !== undefined && reference.length === 0

/** When the reference changes next; NEVER: no further change. */
export const nextReference = (settings: RuleLine, ts: number): number => {
  for (const { from } of settings.reference) if (from > ts) return from
  return NEVER
}

/** The number that a line compares, by the kind of its interface; NaN while it is unknown. */
const comparedValue = (line: Line, settings: RuleLine, spec: RuleInterface, input: InputState, ts: number): number => {
  if (spec.kind === 'COMMAND') return line.command === null ? NaN : input.x - line.command
  if (spec.kind === 'COUNTER') {
    if (line.window !== null && isOfBase(line.window, spec.base)) return ratePerHour(line.window, input.x, ts, spec)
    line.window = openWindow(input.x, ts, spec.base)
    return NaN
  }
  if (settings.relativeTo === undefined) return input.x
  const reference = referenceAt(settings, ts)
  return settings.percent ? (reference === 0 ? NaN : (100 * input.x) / reference) : input.x - reference
}

/** Evaluates the line for a known input. */
export const evaluateLine = (line: Line, settings: LineSettings, spec: RuleInterface, input: InputState, ts: number): void => {
  if (spec.dataType === 'STRING') {
    setCondition(line, !settings.off && compareText(input.text, settings.logicOperator, String(settings.inputValue)), ts)
    return
  }
  const value = comparedValue(line, settings, spec, input, ts)
  if (!Number.isNaN(value)) {
    line.value = value
    setCondition(line, !settings.off && compare(value, settings.logicOperator, Number(settings.inputValue)), ts)
  } else if (settings.off || isWithoutReference(settings)) setCondition(line, false, ts)
  else setUnknown(line)
}

/** Evaluates known values under changed settings. A meter is not read again, since it counts between readings. */
export const reevaluateLine = (
  line: Line,
  settings: LineSettings,
  spec: RuleInterface,
  input: InputState,
  ts: number,
  wasOff: boolean,
): void => {
  if (settings.off || isWithoutReference(settings)) setCondition(line, false, ts)
  else if (spec.kind !== 'COUNTER' && input.status === 'GOOD') evaluateLine(line, settings, spec, input, ts)
  else if (spec.kind !== 'COUNTER' || wasOff) setUnknown(line)
  else if (line.raw !== 'UNKNOWN')
    setCondition(line, compare(line.value, settings.logicOperator, Number(settings.inputValue)), ts)
}

const setCondition = (line: Line, isMet: boolean, ts: number): void => {
  line.raw = isMet ? 'TRUE' : 'FALSE'
  if (isMet) {
    line.clear = NEVER
    if (line.since === NEVER) line.since = ts
  } else if (line.held) {
    if (line.clear === NEVER) line.clear = ts
  } else line.since = NEVER
}

/** The value is unknown: resets a running permanence or off-delay. An active line stays active. */
export const setUnknown = (line: Line): void => {
  line.raw = 'UNKNOWN'
  line.clear = NEVER
  if (!line.held) line.since = NEVER
}

/** The input is lost: also restarts the window of a meter. */
export const setLost = (line: Line): void => {
  setUnknown(line)
  line.window = null
}

/** End of the running permanence or off-delay. */
export const lineDeadline = (line: Line, settings: RuleLine): number => {
  if (line.held) return line.clear === NEVER ? NEVER : line.clear + OFF_DELAY
  return line.since === NEVER ? NEVER : line.since + duration(settings.permanenceTime)
}

/** Ends a permanence or off-delay due by `limit`, and a permanence of 0 at once. Returns whether the line changed. */
export const advanceLine = (line: Line, settings: RuleLine, ts: number, limit: number): boolean => {
  const due = lineDeadline(line, settings)
  if (due > limit && !(due === ts && line.since === ts && !line.held)) return false
  line.held = !line.held
  if (line.held) return true
  line.since = NEVER
  line.clear = NEVER
  line.due = NEVER
  return true
}

/** Explains why a line is active. */
export const causeOf = (index: number, line: Line, settings: RuleLine, spec: RuleInterface, input: InputState): Cause => {
  const reading = valueOf(input, spec)
  const computed = spec.kind === 'COUNTER' || spec.kind === 'COMMAND' || settings.relativeTo !== undefined
  return {
    line: index,
    interfaceId: settings.interfaceId,
    value: computed ? line.value : reading,
    reading,
    ...(settings.relativeTo && { relativeTo: settings.relativeTo, percent: settings.percent }),
    operator: settings.logicOperator,
    threshold: settings.inputValue,
    since: line.since,
    permanence: duration(settings.permanenceTime) / SECOND,
  }
}
