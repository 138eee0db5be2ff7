import { useQuery } from '@tanstack/react-query'
import type { RuleDetails } from '@steading/contract/rules/rules'
import { useRef, useState } from 'react'
import { queryClient } from '../../platform/api/queries.ts'
import { useText } from '../../platform/texts.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { withOutputDevices } from '../values/outputs.ts'
import { retiredTerminalError } from './fields/entityOptions.ts'
import { errorField, remainingErrors, validate } from './validate/validate.ts'
import { templateQuery } from '../values/choices.queries.ts'
import type { RuleFormValues, Template } from '../values/ruleForm.ts'
import type { RuleFormSetters } from './fields/ruleFormSetters.ts'
import { toFormField } from '../values/week/schedules.ts'
import { type FormTab, firstInvalidTab } from './fields/tabs.ts'
import { useLoadRuleFormData } from './useLoadRuleFormData.ts'

export interface RuleSave {
  readonly values: RuleFormValues
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
  initial: RuleFormValues
  /** The rule that is changed; a new one has none. */
  rule: RuleDetails | undefined
  save: (saving: RuleSave) => Promise<void | false>
}) {
  const t = useText()
  const [tab, open] = useState<FormTab>('basic')
  const [attempt, count] = useState(0)
  const pending = useRef<Promise<unknown>>(undefined)
  // From the cache: a save that waited for the template runs before the form is drawn with it.
  const templateOf = ({ templateId }: RuleFormValues): Template | undefined =>
    rule?.ruleTemplate ?? (templateId === null ? undefined : queryClient.getQueryData(templateQuery(templateId).queryKey))
  const { form, dirty, saving, submit, ref } = useEditForm<RuleFormValues>({
    initial,
    validate: values => ({ ...retiredTerminalError(values, rule, t), ...validate(values, templateOf(values), about.choices, t) }),
    fieldOf: (field, values) => errorField(toFormField(field, values.inputs, about), values),
    save: async values => {
      const template = templateOf(values) ?? (await queryClient.fetchQuery(templateQuery(values.templateId ?? '')))
      return save({ values, template })
    },
    onInvalid: (wrong, left) => {
      open(
        firstInvalidTab(wrong, templateOf(form.getValues()), left?.closest<HTMLElement>('[data-form-tab]')?.dataset['formTab']),
      )
      count(before => before + 1)
    },
  })
  const { values, errors } = form
  const { data: fetched } = useQuery({
    ...templateQuery(values.templateId ?? ''),
    enabled: values.templateId !== null && rule === undefined,
  })
  const template: Template | undefined = rule?.ruleTemplate ?? (values.templateId === null ? undefined : fetched)
  const about = useLoadRuleFormData(values, template, rule, attempt)

  const clearErrorsBelow = (path: string) => {
    for (const name of Object.keys(form.errors)) if (name === path || name.startsWith(`${path}.`)) form.clearFieldError(name)
  }
  const setters: RuleFormSetters = {
    put: next => {
      form.setValues(typeof next === 'function' ? next(form.getValues()) : next)
      form.clearErrors()
    },
    set: (change, touched) => {
      const next = { ...form.getValues(), ...change }
      // Field by field, so that errors of other fields stay.
      for (const field of Object.keys(change) as (keyof RuleFormValues)[]) form.setFieldValue(field, next[field]) // safe: its own keys
      clearErrorsBelow(touched)
    },
    saveAfter: work => {
      pending.current = Promise.all([pending.current, work])
    },
    onInput: (id, value, touched) => {
      const inputs = form.getValues().inputs
      const ids = id === 'outputs' && Array.isArray(value) ? (value as string[]) : undefined // safe: the input of devices gives ids
      const next = ids ? withOutputDevices(inputs, ids, about.choices) : { ...inputs, [id]: value }
      form.setFieldValue('inputs', next)
      // Time slots stand in each other's way: one may answer what was said of another.
      if (template?.inputs.some(input => input.id === id && input.type === 'SCHEDULER')) {
        const now = validate({ ...form.getValues(), inputs: next }, template, about.choices, t)
        form.setErrors(errors => remainingErrors(errors, now, `inputs.${id}`))
      }
      form.clearFieldError(`inputs.${id}`)
      clearErrorsBelow(touched === undefined ? `inputs.${id}` : `inputs.${id}.${touched}`)
    },
  }
  const submitAfterPending = async () => {
    await pending.current
    await submit()
  }
  return { form, values, errors, dirty, saving, submit: submitAfterPending, ref, tab, open, template, about, filling: setters }
}
