import { useMemo } from 'react'
import { type MovingIn, Rehearsal } from '../../rehearsal/index.ts'
import { useText } from '../../platform/texts.tsx'
import { offsetOf } from '../../ui/form/zones.ts'
import type { About } from '../inputs/about.ts'
import { wrongIn } from './checks.ts'
import type { Entered, Template } from './entered.ts'
import { lacking } from './lacking.ts'
import { movingOf } from './moving.ts'
import { provisional } from './provisional.ts'
import type { Filling } from './RuleTabs.tsx'
import type { FormTab } from './tabs.ts'
import { sentOf } from './sent.ts'

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
  onOpen,
}: {
  of: Entered
  template: Template
  about: About
  ruleId: string | null
  filling: Filling
  onOpen: (tab: FormTab) => void
}) {
  const t = useText()
  const { choices, knownOf, home, timeZone, offset } = about
  const open = useMemo(
    () => Object.keys(wrongIn(of, template, choices, t)).filter(field => !names.has(field)),
    [of, template, choices, t],
  )
  const draft = useMemo(() => {
    if (open.length > 0) return null
    const { displayName: _, showAllInterfaces: __, ...rule } = sentOf({ of, template }, { timeZone, offset })
    return rule
  }, [open, of, template, timeZone, offset])
  const movingIn = useMemo<MovingIn>(
    () => (from, to) => {
      const body = provisional(of, template, choices, { timeZone, minutes: offsetOf(timeZone, new Date(to)) })
      return movingOf({ inputs: of.inputs, template, choices, timeZone }, body, knownOf, { from, to }, t)
    },
    [of, template, choices, timeZone, knownOf, t],
  )
  const missing = lacking(open, template, t).map(({ name, tab }) => ({ name, go: () => onOpen(tab) }))
  return <Rehearsal {...{ draft, missing, ruleId, movingIn, home }} inputs={of.inputs} onInput={filling.onInput} />
}
