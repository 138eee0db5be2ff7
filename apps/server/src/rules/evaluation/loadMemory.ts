import { commandsOf } from '@steading/rules/listeners'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { applyCommand } from './eventInbox.ts'
import type { Evaluator } from './evaluator.ts'
import { findLastCommands, readingsBetween } from './globalRules.sql.ts'
import { restoreMemory } from './memory.ts'
import type { RuleMemory } from './ruleMemory.ts'
import { warmUp } from './warmUp.ts'

/** Rules that were not evaluated for less than this, ms, have missed nothing: the journal holds what came meanwhile. */
export const MIN_GAP_MS = 120_000
/** Journal positions of one query of the replay. */
const STRIDE = 1_000

/** Restores the saved states and replays the journal for each rule, from the position of its state up to `position`. */
export async function loadMemory(work: UnitOfWork, position: number, mono: number, evaluator: Evaluator): Promise<RuleMemory> {
  const memory = await restoreMemory(work, position, mono)
  await replayJournal(work, memory, evaluator)
  for (const rule of memory.rules.values()) evaluator.announceVersion(memory, rule, MIN_GAP_MS)
  for (const id of memory.silentTerminals) evaluator.setSilent(memory, id, true)
  const outputs = [...new Set([...memory.rules.values()].flatMap(rule => commandsOf(rule.body)))]
  if (outputs.length > 0)
    for (const { interfaceId, value } of await findLastCommands(work, outputs))
      applyCommand(evaluator, memory, interfaceId, value)
  await warmUp(work, memory, evaluator)
  return memory
}

async function replayJournal(work: UnitOfWork, memory: RuleMemory, evaluator: Evaluator) {
  const { position } = memory
  const behind = [...memory.rules.values()].filter(rule => rule.savedPosition < position)
  const ids = [...new Set(behind.flatMap(rule => rule.body.interfaces.map(item => Number(item.id))))]
  const start = Math.min(position, ...behind.map(rule => rule.savedPosition))
  for (let from = start; from < position; from += STRIDE) {
    for (const row of await readingsBetween(work, ids, from, Math.min(position, from + STRIDE)))
      evaluator.feedSelected(memory, row, rule => (rule.savedPosition < row.pos ? row.ts : null))
    for (const rule of behind) evaluator.advanceRule(memory, rule)
  }
}
