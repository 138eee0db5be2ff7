import type { RuleTemplate } from '@steading/contract/rules/body'
import type { Outlet } from './outputs/outlet.ts'
import type { InputState } from './inputs/inputState.ts'

/**
 * State of a rule: plain JSON, equal after JSON.stringify and parse. `step` owns it and changes it in place; `clone` copies it.
 * Deadlines are derived from it; `next` is the earliest.
 */
export interface State<Own = unknown> {
  readonly v: 1
  readonly template: RuleTemplate
  /** Interfaces read and written, in order. A state fits another version of the body only if these are the same. */
  readonly wiring: string
  version: number
  /** Engine time: the latest evaluated instant. */
  ts: number
  next: number
  readonly inputs: InputState[]
  readonly outlets: Outlet[]
  /** Number of writes, part of their keys. */
  writes: number
  readonly own: Own
}

export const clone = <S extends State>(state: S): S => structuredClone(state)
