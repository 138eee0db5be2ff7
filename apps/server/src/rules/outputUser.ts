import { RuleBody } from '@steading/contract/rulebody'
import { writesOf } from '@steading/rules/listeners'
import { rankOf } from '@steading/rules/rank'
import type { Work } from '../platform/database/work.ts'
import { wantedOf } from './rules.sql.ts'
import type { RuleRow } from './rules.sql.ts'

/**
 * Another rule of the same strength that is wanted on the same box and writes one of the outputs that this one would write.
 * What counts of the others is the version in service, not what was saved since. Alarms share their outputs.
 */
export async function outputUser(work: Work, row: Pick<RuleRow, 'id' | 'terminal_id' | 'body'>) {
  const body = RuleBody.parse(row.body)
  const rank = rankOf(body.template)
  if (row.terminal_id === null || rank === 'alarm') return undefined
  const outputs = new Set(writesOf(body))
  // A device obeys one rule, whoever can see that one.
  const terminalId = row.terminal_id
  const others = await work.beyond(whole => wantedOf(whole, terminalId))
  return others.find(other => {
    const theirs = other.id === row.id ? undefined : RuleBody.safeParse(other.body).data
    return theirs && rankOf(theirs.template) === rank && writesOf(theirs).some(id => outputs.has(id))
  })
}
