import { Id } from '@steading/contract/http/fields'
import type { FieldProblem } from '@steading/contract/http/problem'
import type { RuleInput } from '@steading/contract/rules/drafts'
import type { CloudAlarmBody } from '@steading/contract/rules/body/cloud'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import { Failed } from '../../platform/failures.ts'
import { boxesOf } from '../rules.sql.ts'

/**
 * Conditions of a global rule name the terminal of their sensor. It follows from the sensor, so it is checked and sent, not
 * stored.
 */

export const withTerminals = ({ inputs, interfaces }: Pick<CloudAlarmBody, 'inputs' | 'interfaces'>) =>
  inputs.lines.map(line => ({ ...line, terminalId: interfaces.find(item => item.id === line.interfaceId)?.terminalId }))

/** @throws Failed for each condition whose terminal is not that of its sensor; unknown sensors are reported elsewhere */
export async function mustMatchTerminals(work: UnitOfWork, sent: readonly RuleInput[]): Promise<void> {
  const lines = linesIn(sent)
  const known = await boxesOf(
    work,
    lines.flatMap(line => Id.safeParse(line.interfaceId).data ?? []),
  )
  const wrong = lines.flatMap(({ interfaceId, terminalId }, at): FieldProblem[] => {
    if (terminalId === undefined || terminalId === null) return []
    const own = known.get(String(interfaceId))
    if (!Id.safeParse(terminalId).success) return [problem(at, 'id')]
    return own === undefined || own === terminalId ? [] : [problem(at, 'otherBox')]
  })
  if (wrong.length > 0) throw new Failed('INVALID_INPUT', wrong)
}

const problem = (at: number, code: 'id' | 'otherBox'): FieldProblem => ({ field: `inputs.lines.${at}.terminalId`, code })

/** The values that are conditions. */
const linesIn = (sent: readonly RuleInput[]): { readonly interfaceId?: unknown; readonly terminalId?: unknown }[] => {
  const value = sent.find(one => one.id === 'lines')?.value
  return Array.isArray(value) ? value.map((line: unknown) => (typeof line === 'object' && line !== null ? line : {})) : []
}
