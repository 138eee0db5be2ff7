import { Id } from '@steading/contract/fields'
import type { FieldProblem } from '@steading/contract/problem'
import type { RuleInput } from '@steading/contract/rule-drafts'
import type { CloudAlarmBody } from '@steading/contract/rulebody-cloud'
import type { Work } from '../platform/database/work.ts'
import { Failed } from '../platform/failures.ts'
import { boxesOf } from './rules.sql.ts'

/** Conditions of a rule of the platform name the box of their sensor. It follows from the sensor: it is checked and told, not kept. */

export const withBoxes = ({ inputs, interfaces }: Pick<CloudAlarmBody, 'inputs' | 'interfaces'>) =>
  inputs.lines.map(line => ({ ...line, terminalId: interfaces.find(one => one.id === line.interfaceId)?.terminalId }))

/** @throws Failed with each line whose box is not that of its sensor; a sensor that is not there is told elsewhere */
export async function mustBeTheirBoxes(work: Work, sent: readonly RuleInput[]): Promise<void> {
  const lines = linesIn(sent)
  const known = await boxesOf(
    work,
    lines.flatMap(one => Id.safeParse(one.interfaceId).data ?? []),
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

/** As far as they are lines. */
const linesIn = (sent: readonly RuleInput[]): { readonly interfaceId?: unknown; readonly terminalId?: unknown }[] => {
  const value = sent.find(one => one.id === 'lines')?.value
  return Array.isArray(value) ? value.map((line: unknown) => (typeof line === 'object' && line !== null ? line : {})) : []
}
