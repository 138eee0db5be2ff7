import type { RuleBody } from '@steading/contract/rules/body'
import { nextHour } from '@steading/rules/values/localTime'
import { setPointsAt } from '@steading/rules/templates/cycle'

/**
 * Start of a rule's effect between `from` and `until` (ms UTC). A rule by age begins with its pre-cycle, at a full local hour;
 * before that, other rules have its outputs.
 */
export function beginOf(body: RuleBody, from: number, until: number): number {
  if (!('cycle' in body.inputs && 'offsets' in body)) return from
  const { inputs, offsets } = body
  let ts = from
  while (ts < until && setPointsAt<object>({ offsets, inputs }, ts) === null) ts = nextHour(offsets, ts)
  return Math.min(ts, until)
}
