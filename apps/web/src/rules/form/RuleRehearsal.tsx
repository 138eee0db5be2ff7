import { useMemo } from 'react'
import { type MovingIn, Rehearsal } from '../../rehearsal/index.ts'
import { useText } from '../../platform/texts.tsx'
import { offsetOf } from '../../ui/form/input/zones.ts'
import type { RuleFormData } from '../values/ruleFormData.ts'
import { validate } from './validate/validate.ts'
import { type RuleFormValues, type Template, toRequest } from '../values/ruleForm.ts'
import { missingFields } from './validate/missingFields.ts'
import { varyingSetPoints } from './validate/varyingSetPoints.ts'
import { draftBody } from '../values/draftBody.ts'
import type { RuleFormSetters } from './fields/ruleFormSetters.ts'
import type { FormTab } from './fields/tabs.ts'

/** What only names a rule or its event says nothing of what it does. */
const nameFields = new Set([
  'displayName',
  'eventConfiguration.title',
  'eventConfiguration.description',
  'eventConfiguration.category',
])

/** Beside the form of a rule, once its template is known: what it would have done on readings of the past. */
export function RuleRehearsal({
  values,
  template,
  about,
  ruleId,
  filling,
  onOpen,
}: {
  values: RuleFormValues
  template: Template
  about: RuleFormData
  ruleId: string | null
  filling: RuleFormSetters
  onOpen: (tab: FormTab) => void
}) {
  const t = useText()
  const { choices, knownOf, home, timeZone, offset } = about
  const open = useMemo(
    () => Object.keys(validate(values, template, choices, t)).filter(field => !nameFields.has(field)),
    [values, template, choices, t],
  )
  const draft = useMemo(() => {
    if (open.length > 0) return null
    const { displayName: _, showAllInterfaces: __, ...rule } = toRequest({ values, template }, { timeZone, offset })
    return rule
  }, [open, values, template, timeZone, offset])
  const movingIn = useMemo<MovingIn>(
    () => (from, to) => {
      const body = draftBody(values, template, choices, { timeZone, minutes: offsetOf(timeZone, new Date(to)) })
      return varyingSetPoints({ inputs: values.inputs, template, choices, timeZone }, body, knownOf, { from, to }, t)
    },
    [values, template, choices, timeZone, knownOf, t],
  )
  const missing = missingFields(open, template, t).map(({ name, tab }) => ({ name, go: () => onOpen(tab) }))
  return (
    <Rehearsal
      draft={draft}
      missing={missing}
      ruleId={ruleId}
      movingIn={movingIn}
      home={home}
      inputs={values.inputs}
      onInput={filling.onInput}
    />
  )
}
