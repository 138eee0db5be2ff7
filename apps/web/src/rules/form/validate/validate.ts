import { CATEGORIES } from '@steading/contract/devices/categories'
import { type FieldProblem, check } from '@steading/contract/http/problem'
import { RuleBody } from '@steading/contract/rules/body'
import { RuleDraft } from '@steading/contract/rules/drafts'
import { isNeeded, isOnStep } from '@steading/contract/rules/templateInputs'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import type { Translate } from '@steading/locales/text'
import { weekProblems } from '../../values/week/weekProblems.ts'
import { cycleProblems } from '../../values/cycleValues.ts'
import { outputIds } from '../../values/outputs.ts'
import { lineProblems } from '../../values/lines/lineProblems.ts'
import type { Choice } from '../../values/choices.ts'
import { type RuleFormValues, type Template, toDraft, isGlobal, isShown } from '../../values/ruleForm.ts'
import { channelAt, contactProblems, isContactField } from '../../../outbox/index.ts'
import { draftBody } from '../../values/draftBody.ts'
import { tabOfField, formTabs } from '../fields/tabs.ts'
import { problemWords } from '../../../platform/api/failures.ts'

/** What is wrong with a rule before it is sent: by the contract, by the checks of its body, by the bounds of its template. */

interface FieldError {
  readonly field: string
  readonly words: string
}

export function validate(
  values: RuleFormValues,
  template: Template | undefined,
  choices: ReadonlyMap<string, Choice>,
  t: Translate,
): Readonly<Record<string, string>> {
  const toFieldError = (problem: FieldProblem): FieldError => ({ field: problem.field, words: problemWords(problem, t) })
  const found: FieldError[] = [
    ...draftProblems(values, template)
      .filter(problem => !isContactField(problem.field))
      .map(toFieldError),
    ...(template?.hasEvent ? contactProblems(values.eventConfiguration.actionConfigurations, t) : []).map(problem => ({
      ...problem,
      field: `eventConfiguration.actionConfigurations.${problem.field}`,
    })),
    ...(template
      ? [...inputProblems(values, template, choices, t), ...bodyProblems(values, template, choices).map(toFieldError)]
      : []),
  ]
  const order = formTabs(template)
  const rank = ({ field }: FieldError) => order.indexOf(tabOfField(field, template))
  const errors: Record<string, string> = {}
  for (const { field, words } of found.toSorted((a, b) => rank(a) - rank(b))) errors[field] ??= words
  return errors
}

/** Keeps the shown errors below a path that still apply, with their current text. */
export const remainingErrors = <W>(
  errors: Readonly<Record<string, W>>,
  now: Readonly<Record<string, string>>,
  path: string,
): Record<string, W | string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, words]): [string, W | string][] => {
      if (!field.startsWith(`${path}.`)) return [[field, words]]
      const fresh = now[field]
      return fresh === undefined ? [] : [[field, fresh]]
    }),
  )

/** Of the fields that all rules have. */
function draftProblems(values: RuleFormValues, template: Template | undefined): FieldProblem[] {
  const checked = check(RuleDraft, toDraft(values, template))
  const found = checked.ok ? [] : checked.problems
  const blank = (field: keyof RuleFormValues): FieldProblem[] => (values[field] ? [] : [{ field, code: 'required' }])
  return [
    ...(values.displayName.trim() === '' ? blank('displayName') : []),
    ...blank('rootEntityId'),
    ...blank('sectorId'),
    ...blank('category'),
    ...blank('templateId'),
    ...(isGlobal(values.category) ? [] : blank('terminalId')),
    ...found.map(problem => ({ ...problem, field: toFormField(problem.field, values) })),
  ]
}

/** Maps a channel index of the request to the form: untouched channels are not sent. */
const toFormField = (field: string, values: RuleFormValues): string =>
  field.replace(
    /^(eventConfiguration\.actionConfigurations)\.(\d+)/,
    (_, head: string, at: string) => `${head}.${channelAt(values.eventConfiguration.actionConfigurations, Number(at))}`,
  )

/** Maps a field of a server error to the form. */
export const errorField = (field: string, values: RuleFormValues): string => toFormField(field, values)

/** What a template asks for beyond the body, and what is told in words of its own. */
function inputProblems(
  { inputs, category }: RuleFormValues,
  template: Template,
  choices: ReadonlyMap<string, Choice>,
  t: Translate,
): FieldError[] {
  const boundsFor = (ids: readonly string[]) => commonBounds(ids.flatMap(id => choices.get(id) ?? []))
  const shown = template.inputs.filter(input => isShown(input, inputs))
  return shown.flatMap((input): FieldError[] => {
    const path = `inputs.${input.id}`
    const value = inputs[input.id]
    const at = (field: string, words: string): FieldError => ({ field: field ? `${path}.${field}` : path, words })
    if (input.type === 'SCHEDULER')
      return weekProblems(value, t, id => boundsFor(id === undefined ? outputIds(inputs) : [id])).map(({ field, words }) =>
        at(field, words),
      )
    if (input.type === 'CYCLEGROUP') return cycleProblems(value, t).map(({ field, words }) => at(field, words))
    if (input.type === 'DROPGROUP' && input.inputs)
      return lineProblems(value, isGlobal(category), t).map(({ field, words }) => at(field, words))
    const bounds = settingInputs.has(input.id) ? boundsFor(outputIds(inputs)) : {}
    return boundProblems({ ...input, ...bounds }, value, t).map(words => at('', words))
  })
}

/** Inputs that hold a value for the output devices. */
const settingInputs: ReadonlySet<string> = new Set(['onValue', 'offValue', 'callbackValue'])

/** What all of these devices take. */
function commonBounds(devices: readonly Choice[]): { min?: number; max?: number } {
  const item = devices.map(device => CATEGORIES[device.category])
  const mins = item.flatMap(({ min }) => min ?? [])
  const maxs = item.flatMap(({ max }) => max ?? [])
  return { ...(mins.length > 0 && { min: Math.max(...mins) }), ...(maxs.length > 0 && { max: Math.min(...maxs) }) }
}

function boundProblems(input: TemplateInput, value: unknown, t: Translate): string[] {
  const { type, min, max, step } = input
  const required = isNeeded(input)
  if (value === undefined || value === null || value === '') return required ? [t('invalid.required')] : []
  if (type === 'RANGE' || type === 'ARRAY') return []
  if (Array.isArray(value)) {
    if (required && value.length === 0) return [t('invalid.required')]
    return max !== undefined && value.length > max ? [t('invalid.tooMany', { max })] : []
  }
  if (isInterval(value)) return value.from && value.to && value.to < value.from ? [t('invalid.endBeforeStart')] : []
  if (typeof value !== 'number') return []
  if (min !== undefined && value < min) return [t('invalid.tooSmall', { min })]
  if (max !== undefined && value > max) return [t('invalid.tooBig', { max })]
  return step !== undefined && !isOnStep(value, step) ? [t('invalid.step', { step })] : []
}

const isInterval = (value: unknown): value is { readonly from?: string; readonly to?: string } =>
  typeof value === 'object' && value !== null && ('from' in value || 'to' in value)

/** Problems of the rule body. Fields that the platform fills in are skipped. */
function bodyProblems(values: RuleFormValues, template: Template, choices: ReadonlyMap<string, Choice>): FieldProblem[] {
  const checked = check(RuleBody, draftBody(values, template, choices))
  if (checked.ok) return []
  return checked.problems.flatMap(({ field, ...problem }) => {
    const name = field.replace(/^event\b/, 'eventConfiguration')
    return name.startsWith('inputs.') || name.startsWith('eventConfiguration.') ? [{ field: name, ...problem }] : []
  })
}
