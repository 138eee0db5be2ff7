import type { RuleDraftInput } from '@steading/contract/rule-drafts'
import type { About } from '../inputs/about.ts'
import { type Entered, type Template, draftOf } from './entered.ts'
import { inUtc } from './schedules.ts'

/** What is sent of a form in which nothing is wrong. */
export function sentOf(
  { of, template }: { of: Entered; template: Template },
  { timeZone, offset }: Pick<About, 'timeZone' | 'offset'>,
): RuleDraftInput {
  const draft = draftOf(of, template)
  return { ...draft, inputs: inUtc(draft.inputs, template.inputs, { timeZone, offset }) }
}
