import { readRuleEffect } from '@steading/contract/box/messages'
import type { Parsed } from '@steading/contract/box/messages'
import type { Actuate, RuleEffect } from '@steading/rules/effects'

/** An effect of the rule engine that becomes an event: all but actuations. */
export type ReportedEffect = Exclude<RuleEffect, Actuate>

/** Parses an effect from a box, with its rule and version; the time travels outside the body. */
export function readEffect(body: unknown, ts: number): Parsed<{ ruleId: string; version: number; effect: ReportedEffect }> {
  const parsed = readRuleEffect(body)
  if (!parsed.ok) return parsed
  const { rule, ver, ...effect } = parsed.value
  return { ok: true, value: { ruleId: rule, version: ver, effect: { ...effect, ts } } }
}
