import type { RuleInterface } from '@steading/contract/rules/body'
import type { Value } from '@steading/contract/devices/interfaces'
import { NEVER } from '../values/time.ts'
import { staleAfterSample } from './staleness.ts'

/**
 * State of one input. NEW: no reading yet, within the initial grace. GOOD: `x` (a boolean as 0 or 1) or `text` is valid.
 * LOST: a FAULT was raised for lack of readings or with its terminal. NEW and LOST are both unknown to a rule.
 */
export interface InputState {
  readonly id: string
  /** Index in body.interfaces. */
  spec: number
  /** ms without a good reading until it is lost; 0: sends on change and stays valid. */
  stale: number
  status: 'NEW' | 'GOOD' | 'LOST'
  x: number
  text: string
  /** Instant of the last good reading; −1: none. */
  ts: number
  /** When it is lost. */
  due: number
}

const sendsOnChange = (ruleInterface: RuleInterface): boolean =>
  ruleInterface.every === 0 ||
  ruleInterface.dataType === 'BOOLEAN' ||
  ruleInterface.dataType === 'STRING' ||
  ruleInterface.kind === 'STATE' ||
  ruleInterface.kind === 'COMMAND'

export const staleAfterOf = (ruleInterface: RuleInterface, staleAfter: number): number =>
  sendsOnChange(ruleInterface) ? 0 : staleAfterSample(ruleInterface.every, staleAfter)

/** When an input without a reading since `ts` is lost. Grace 0: the rule works without its inputs, which are never lost. */
export const firstDue = (stale: number, grace: number, ts: number): number => (grace === 0 ? NEVER : ts + Math.max(stale, grace))

/**
 * Changes the stale time from `ts` on, after a new version or a changed sampling interval. A shorter time counts from `ts`,
 * because the sensor did not have to send more often before.
 */
export const setStaleAfter = (input: InputState, stale: number, grace: number, ts: number): void => {
  if (input.status === 'GOOD' && stale === 0) input.due = NEVER
  else if (input.status === 'GOOD') input.due = Math.max(input.ts + stale, Math.min(input.due, ts + stale))
  else if (input.status === 'NEW' && grace > 0 && stale > input.stale) input.due = Math.max(input.due, firstDue(stale, grace, ts))
  input.stale = stale
}

export const createInputState = (id: string, spec: number, stale: number, due: number): InputState => ({
  id,
  spec,
  stale,
  status: 'NEW',
  x: 0,
  text: '',
  ts: -1,
  due,
})

/** Stores a value of the interface's data type. Returns false, unchanged, for any other value. */
export const acceptValue = (input: InputState, ruleInterface: RuleInterface, value: Value, ts: number): boolean => {
  if (ruleInterface.dataType === 'BOOLEAN') {
    if (typeof value !== 'boolean') return false
    input.x = value ? 1 : 0
  } else if (ruleInterface.dataType === 'STRING') {
    if (typeof value !== 'string') return false
    input.text = value
  } else {
    if (typeof value !== 'number' || !Number.isFinite(value)) return false
    input.x = value + 0 // −0 becomes 0, which JSON keeps
  }
  input.status = 'GOOD'
  input.ts = ts
  input.due = input.stale === 0 ? NEVER : ts + input.stale
  return true
}

/** The value in the data type of its interface. */
export const valueOf = (input: InputState, ruleInterface: RuleInterface): Value =>
  ruleInterface.dataType === 'BOOLEAN' ? input.x === 1 : ruleInterface.dataType === 'STRING' ? input.text : input.x
