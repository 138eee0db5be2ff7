import type { RuleBody } from '@steading/contract/rulebody'
import type { Intent } from '../intent.ts'
import { write } from '../outlets.ts'
import { round } from '../round.ts'
import type { State } from '../state.ts'

/** What control templates share: outputs that all get one value, and perhaps one that tells the set-point. */

interface Group {
  readonly outputs: readonly string[]
  readonly setPointOut?: string | undefined
}

export const outputsOf = ({ outputs, setPointOut }: Group): readonly string[] =>
  setPointOut === undefined ? outputs : [...outputs, setPointOut]

/** Writes `value` to the group, and the set-point in force to its own output. */
export const drive = (
  body: RuleBody,
  group: Group,
  state: State,
  value: number,
  setPoint: number,
  ts: number,
  reason: 'REGULATION' | 'SAFE_VALUE',
  out: Intent[],
): void => {
  const count = group.outputs.length
  write(body, state, 0, count, value, ts, reason, out)
  if (group.setPointOut !== undefined)
    write(body, state, count, count + 1, round(setPoint, decimalsOf(body, group.setPointOut)), ts, 'SET_POINT', out)
}

const decimalsOf = (body: RuleBody, id: string): number => {
  for (const of of body.interfaces) if (of.id === id) return of.dataType === 'INTEGER' ? 0 : of.decimals
  return 0
}
