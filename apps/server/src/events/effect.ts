import { readRuleEffect } from '@steading/contract/box'
import type { Parsed } from '@steading/contract/box'
import type { Actuate, Intent } from '@steading/rules/intent'

/** What a rule did that people are to know of: an intent of the engine, on a box or here. */
export type Effect = Exclude<Intent, Actuate>

/** What a box sent, as an effect by which rule and version, or the member that is wrong. Its time travels beside it. */
export function readEffect(body: unknown, ts: number): Parsed<{ ruleId: string; version: number; effect: Effect }> {
  const parsed = readRuleEffect(body)
  if (!parsed.ok) return parsed
  const { rule, ver, ...effect } = parsed.value
  return { ok: true, value: { ruleId: rule, version: ver, effect: { ...effect, ts } } }
}
