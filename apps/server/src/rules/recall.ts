import type { RuleInterface } from '@steading/contract/rulebody'
import { templateOf } from '@steading/rules/templates/index'
import { readsOf } from '@steading/rules/listeners'
import { staleAfterOf } from '@steading/rules/tristate'
import type { Work } from '../platform/database/work.ts'
import type { Evaluator } from './evaluator.ts'
import { lastSaid, readingsBetween } from './global.sql.ts'
import type { JournalRow } from './global.sql.ts'
import { inputOf } from './memory.ts'
import type { Held, Memory } from './memory.ts'

/**
 * Tells rules that know nothing what holds: a new one, one over other sensors, one that nobody looked after for long. What sends
 * on change would else stay unknown until it changes; what is sampled counts while it is fresh. A box reads it anyway.
 */
export async function recall(work: Work, of: Memory, evaluate: Evaluator) {
  const blind = [...of.rules.values()].filter(rule => rule.blind)
  const ids = [...new Set(blind.flatMap(rule => readsOf(rule.body)))]
  if (ids.length === 0) return
  const newest = new Map<string, JournalRow>()
  const { rows, pos } = await lastSaid(work, ids)
  // The last values may be behind this place of the journal.
  for (const row of [...rows, ...(await readingsBetween(work, ids.map(Number), pos, of.at))]) {
    const id = String(row.interfaceId)
    if (row.ts >= (newest.get(id)?.ts ?? 0)) newest.set(id, row)
  }
  for (const rule of blind) {
    rule.blind = false
    for (const id of readsOf(rule.body))
      tell(
        of,
        evaluate,
        rule,
        rule.body.interfaces.find(one => one.id === id),
        newest.get(id),
      )
  }
}

function tell(of: Memory, evaluate: Evaluator, rule: Held, spec: RuleInterface | undefined, row: JournalRow | undefined) {
  if (!spec) return
  const { terminalId, dataType } = of.interfaces.get(Number(spec.id)) ?? {}
  rule.said.set(spec.id, row?.ts ?? -1)
  // A meter counts between readings of its own time. A silent box is heard again when it is back.
  if (!row || spec.kind === 'COUNTER' || terminalId === undefined || of.silent.has(terminalId)) return
  const stale = staleAfterOf(spec, templateOf(rule.body).staleAfter(rule.body))
  const { ts } = rule.state
  if (stale > 0 && ts - row.ts >= stale) return
  if (row.ts > ts) evaluate.feedSome(of, row, one => (one === rule ? row.ts : null))
  else evaluate.tell(of, rule, { ...inputOf(row, dataType ?? null), ts })
}
