import type { RuleTemplate } from '@steading/contract/rulebody'
import type { Outlet } from './outlets.ts'
import type { Watched } from './tristate.ts'

/**
 * All that a rule remembers: plain JSON, equal after JSON.stringify and parse. `step` changes it in place and owns it;
 * `clone` makes a copy. Deadlines are derived from it, `next` is the earliest.
 */
export interface State<Own = unknown> {
  readonly v: 1
  readonly template: RuleTemplate
  /** Interfaces read and written, in order: a state fits another version of the body only while these are the same. */
  readonly wiring: string
  version: number
  /** Engine time: the latest instant that was evaluated. */
  ts: number
  next: number
  readonly inputs: Watched[]
  readonly outlets: Outlet[]
  /** Numbers the writes. */
  writes: number
  readonly own: Own
}

export const clone = <S extends State>(state: S): S => structuredClone(state)
