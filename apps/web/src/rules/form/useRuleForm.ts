import { useQuery } from '@tanstack/react-query'
import type { RuleDetails } from '@steading/contract/rules'
import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { useEditForm } from '../../ui/form/useEditForm.ts'
import { withOutputs } from '../inputs/outputs.ts'
import { retiredProblem } from './boxes.ts'
import { serverField, stillWrong, wrongIn } from './checks.ts'
import { templateQuery } from './choices.queries.ts'
import type { Entered, Template } from './entered.ts'
import type { Filling } from './RuleTabs.tsx'
import { weekField } from './schedules.ts'
import { type FormTab, firstWrong } from './tabs.ts'
import { useChoices } from './useChoices.ts'

export interface Saving {
  readonly of: Entered
  readonly template: Template
}

/**
 * A rule while it is filled in: its values, what it chooses from, what is wrong with it and on which tab. `save` is called once
 * nothing is wrong; false: the person backed out.
 */
export function useRuleForm({
  initial,
  rule,
  save,
}: {
  initial: Entered
  /** The rule that is changed; a new one has none. */
  rule: RuleDetails | undefined
  save: (saving: Saving) => Promise<void | false>
}) {
  const t = useText()
  const [tab, open] = useState<FormTab>('basic')
  const [attempt, count] = useState(0)
  const { form, dirty, saving, submit, ref } = useEditForm<Entered>({
    initial,
    wrongIn: values => ({ ...retiredProblem(values, rule, t), ...wrongIn(values, template, about.choices, t) }),
    fieldOf: (field, of) => serverField(weekField(field, of.inputs, about), of),
    save: async values => (template ? save({ of: values, template }) : false),
    onInvalid: (wrong, left) => {
      open(firstWrong(wrong, template, left?.closest<HTMLElement>('[data-form-tab]')?.dataset['formTab']))
      count(before => before + 1)
    },
  })
  const { values, errors } = form
  const { data: fetched } = useQuery({
    ...templateQuery(values.templateId ?? ''),
    enabled: values.templateId !== null && rule === undefined,
  })
  const template: Template | undefined = rule?.ruleTemplate ?? (values.templateId === null ? undefined : fetched)
  const about = useChoices(values, template, rule, attempt)

  const answered = (path: string) => {
    for (const name of Object.keys(form.errors)) if (name === path || name.startsWith(`${path}.`)) form.clearFieldError(name)
  }
  const filling: Filling = {
    put: next => {
      form.setValues(typeof next === 'function' ? next(form.getValues()) : next)
      form.clearErrors()
    },
    set: (change, touched) => {
      const next = { ...form.getValues(), ...change }
      // One by one: what is wrong elsewhere is still said.
      for (const field of Object.keys(change) as (keyof Entered)[]) form.setFieldValue(field, next[field]) // safe: its own keys
      answered(touched)
    },
    onInput: (id, value, touched) => {
      const inputs = form.getValues().inputs
      const ids = id === 'outputs' && Array.isArray(value) ? (value as string[]) : undefined // safe: the input of devices gives ids
      const next = ids ? withOutputs(inputs, ids, about.choices) : { ...inputs, [id]: value }
      form.setFieldValue('inputs', next)
      // Time slots stand in each other's way: one may answer what was said of another.
      if (template?.inputs.some(one => one.id === id && one.type === 'SCHEDULER')) {
        const now = wrongIn({ ...form.getValues(), inputs: next }, template, about.choices, t)
        form.setErrors(said => stillWrong(said, now, `inputs.${id}`))
      }
      form.clearFieldError(`inputs.${id}`)
      answered(touched === undefined ? `inputs.${id}` : `inputs.${id}.${touched}`)
    },
  }
  return { form, values, errors, dirty, saving, submit, ref, tab, open, template, about, filling }
}
