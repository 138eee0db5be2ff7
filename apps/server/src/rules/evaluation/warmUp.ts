import type { RuleInterface } from '@steading/contract/rules/body'
import { templateOf } from '@steading/rules/templates/index'
import { readsOf } from '@steading/rules/listeners'
import { staleAfterOf } from '@steading/rules/inputs/inputState'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { Evaluator } from './evaluator.ts'
import { findLastValues, readingsBetween } from './globalRules.sql.ts'
import type { JournalRow } from './globalRules.sql.ts'
import { inputOf } from './memory.ts'
import type { RunningRule, RuleMemory } from './ruleMemory.ts'

/**
 * Tells rules that know nothing what holds: a new one, one over other sensors, one that nobody looked after for long. What sends
 * on change would else stay unknown until it changes; what is sampled counts while it is fresh. A box reads it anyway.
 */
export async function warmUp(work: UnitOfWork, memory: RuleMemory, evaluate: Evaluator) {
  const uninformed = [...memory.rules.values()].filter(rule => rule.needsWarmUp)
  const ids = [...new Set(uninformed.flatMap(rule => readsOf(rule.body)))]
  if (ids.length === 0) return
  const newest = new Map<string, JournalRow>()
  const { rows, pos } = await findLastValues(work, ids)
  // The last values may be behind this place of the journal.
  for (const row of [...rows, ...(await readingsBetween(work, ids.map(Number), pos, memory.position))]) {
    const id = String(row.interfaceId)
    if (row.ts >= (newest.get(id)?.ts ?? 0)) newest.set(id, row)
  }
  for (const rule of uninformed) {
    rule.needsWarmUp = false
    for (const id of readsOf(rule.body))
      applyInitialValue(
        memory,
        evaluate,
        rule,
        rule.body.interfaces.find(item => item.id === id),
        newest.get(id),
      )
  }
}

function applyInitialValue(
  memory: RuleMemory,
  evaluate: Evaluator,
  rule: RunningRule,
  spec: RuleInterface | undefined,
  row: JournalRow | undefined,
) {
  if (!spec) return
  const { terminalId, dataType } = memory.interfaces.get(Number(spec.id)) ?? {}
  rule.warmUpTimes.set(spec.id, row?.ts ?? -1)
  // A meter counts between readings of its own time. A silent box is heard again when it is back.
  if (!row || spec.kind === 'COUNTER' || terminalId === undefined || memory.silentTerminals.has(terminalId)) return
  const stale = staleAfterOf(spec, templateOf(rule.body).staleAfter(rule.body))
  const { ts } = rule.state
  if (stale > 0 && ts - row.ts >= stale) return
  if (row.ts > ts) evaluate.feedSelected(memory, row, candidate => (candidate === rule ? row.ts : null))
  else evaluate.applyInput(memory, rule, { ...inputOf(row, dataType ?? null), ts })
}
