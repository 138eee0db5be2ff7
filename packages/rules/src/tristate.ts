import type { RuleInterface } from '@steading/contract/rulebody'
import type { Value } from '@steading/contract/interfaces'
import { NEVER, SECOND } from './time.ts'

/**
 * What is known of one input. NEW: nothing yet, and still time for it. GOOD: `x` (a boolean as 0 or 1) or `text` holds.
 * LOST: unknown for so long, or with its terminal, that a FAULT was raised. NEW and LOST are UNKNOWN to a rule.
 */
export interface Watched {
  readonly id: string
  /** Index in body.interfaces. */
  spec: number
  /** ms without a good reading until it is lost; 0: it sends on change and stays valid. */
  stale: number
  status: 'NEW' | 'GOOD' | 'LOST'
  x: number
  text: string
  /** Last good reading; −1: none. */
  ts: number
  /** When it is lost. */
  due: number
}

const sendsOnChange = (of: RuleInterface): boolean =>
  of.every === 0 || of.dataType === 'BOOLEAN' || of.dataType === 'STRING' || of.kind === 'STATE' || of.kind === 'COMMAND'

/** At least three samples may be missed. */
export const staleAfterOf = (of: RuleInterface, staleAfter: number): number =>
  sendsOnChange(of) ? 0 : Math.max(staleAfter, 3 * of.every * SECOND)

/** When an input that has not been heard since `ts` is lost; a rule without a grace does without its inputs. */
export const firstDue = (stale: number, grace: number, ts: number): number => (grace === 0 ? NEVER : ts + Math.max(stale, grace))

/**
 * Another patience is in force from `ts` on, because of another version or of what its host knows of the interface. What is stricter
 * than before counts from then on: until then nobody had to send more often.
 */
export const allow = (input: Watched, stale: number, grace: number, ts: number): void => {
  if (input.status === 'GOOD' && stale === 0) input.due = NEVER
  else if (input.status === 'GOOD') input.due = Math.max(input.ts + stale, Math.min(input.due, ts + stale))
  else if (input.status === 'NEW' && grace > 0 && stale > input.stale) input.due = Math.max(input.due, firstDue(stale, grace, ts))
  input.stale = stale
}

export const watch = (id: string, spec: number, stale: number, due: number): Watched => ({
  id,
  spec,
  stale,
  status: 'NEW',
  x: 0,
  text: '',
  ts: -1,
  due,
})

/** Takes a value of the type that the interface has; false, and nothing taken, for any other. */
export const take = (input: Watched, of: RuleInterface, value: Value, ts: number): boolean => {
  if (of.dataType === 'BOOLEAN') {
    if (typeof value !== 'boolean') return false
    input.x = value ? 1 : 0
  } else if (of.dataType === 'STRING') {
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

/** The value as it came. */
export const valueOf = (input: Watched, of: RuleInterface): Value =>
  of.dataType === 'BOOLEAN' ? input.x === 1 : of.dataType === 'STRING' ? input.text : input.x
