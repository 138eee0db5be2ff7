import { RuleBody } from '@steading/contract/rules/body'
import { writesOf } from '@steading/rules/listeners'
import { rankOf } from '@steading/rules/outputs/rank'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { desiredRules } from '../rules.sql.ts'
import type { RuleRow } from '../rules.sql.ts'

/**
 * Another rule of the same rank that is desired on the same box and writes one of the outputs of this rule. The version in
 * service of the other one counts, not the saved one. Alarm rules share outputs.
 */
export async function findOutputConflict(work: UnitOfWork, row: Pick<RuleRow, 'id' | 'terminal_id' | 'body'>) {
  const body = RuleBody.parse(row.body)
  const rank = rankOf(body.template)
  if (row.terminal_id === null || rank === 'alarm') return undefined
  const outputs = new Set(writesOf(body))
  // System scope: a device obeys one rule, visible to the actor or not.
  const terminalId = row.terminal_id
  const others = await work.withSystemScope(whole => desiredRules(whole, terminalId))
  return others.find(other => {
    const otherBody = other.id === row.id ? undefined : RuleBody.safeParse(other.body).data
    return otherBody && rankOf(otherBody.template) === rank && writesOf(otherBody).some(id => outputs.has(id))
  })
}
