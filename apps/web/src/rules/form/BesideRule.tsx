import { useMemo } from 'react'
import { type MovingIn, Rehearsal } from '../../rehearsal/index.ts'
import { useText } from '../../platform/texts.tsx'
import { offsetOf } from '../../ui/form/zones.ts'
import type { About } from '../inputs/about.ts'
import { wrongIn } from './checks.ts'
import type { Entered, Template } from './entered.ts'
import { movingOf } from './moving.ts'
import { provisional } from './provisional.ts'
import type { Filling } from './RuleTabs.tsx'
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
}: {
  of: Entered
  template: Template
  about: About
  ruleId: string | null
  filling: Filling
}) {
  const t = useText()
  const { choices, knownOf, timeZone, offset } = about
  const draft = useMemo(() => {
    if (Object.keys(wrongIn(of, template, choices, t)).some(field => !names.has(field))) return null
    const { displayName: _, showAllInterfaces: __, ...rule } = sentOf({ of, template }, { timeZone, offset })
    return rule
  }, [of, template, choices, timeZone, offset, t])
  const movingIn = useMemo<MovingIn>(
    () => (from, to) => {
      const body = provisional(of, template, choices, { timeZone, minutes: offsetOf(timeZone, new Date(to)) })
      return movingOf({ inputs: of.inputs, template, choices, timeZone }, body, knownOf, { from, to }, t)
    },
    [of, template, choices, timeZone, knownOf, t],
  )
  return <Rehearsal draft={draft} ruleId={ruleId} inputs={of.inputs} onInput={filling.onInput} movingIn={movingIn} />
}
