import { useMemo } from 'react'
import { Rehearsal } from '../../rehearsal/index.ts'
import { useText } from '../../platform/texts.tsx'
import type { About } from '../inputs/about.ts'
import { wrongIn } from './checks.ts'
import { type Entered, type Template, draftOf } from './entered.ts'
import type { Filling } from './RuleTabs.tsx'

/** What only names a rule or its event says nothing of what it does. */
const names = new Set([
  'displayName',
  'eventConfiguration.title',
  'eventConfiguration.description',
  'eventConfiguration.category',
])

/** Beside the form of a rule, once its template is known: what it would have done on readings of the past. */
export function BesideRule({
  of,
  template,
  about,
  ruleId,
  filling,
}: {
  of: Entered
  template: Template
  about: About
  ruleId: string | null
  filling: Filling
}) {
  const t = useText()
  const { choices } = about
  const draft = useMemo(() => {
    if (Object.keys(wrongIn(of, template, choices, t)).some(field => !names.has(field))) return null
    const { displayName: _, showAllInterfaces: __, ...rule } = draftOf(of, template)
    return rule
  }, [of, template, choices, t])
  return <Rehearsal draft={draft} ruleId={ruleId} inputs={of.inputs} onInput={filling.onInput} />
}
