import type { RuleBody } from '@steading/contract/rulebody'
import { nextHour } from '@steading/rules/local'
import { inForce } from '@steading/rules/templates/cycle'

/**
 * From when on a rule is in force, `from` at the earliest and `until` at the latest (ms UTC): one by age is so from its
 * pre-cycle on, which begins as a local hour does; before it, others have its outputs.
 */
export function beginOf(body: RuleBody, from: number, until: number): number {
  if (!('cycle' in body.inputs && 'offsets' in body)) return from
  const { inputs, offsets } = body
  let ts = from
  while (ts < until && inForce<object>({ offsets, inputs }, ts) === null) ts = nextHour(offsets, ts)
  return Math.min(ts, until)
}
