import { CATEGORIES } from '@steading/contract/categories'
import { type FieldProblem, check } from '@steading/contract/problem'
import { RuleBody } from '@steading/contract/rulebody'
import { RuleDraft } from '@steading/contract/rule-drafts'
import { isNeeded, isOnStep } from '@steading/contract/template-inputs'
import type { TemplateInput } from '@steading/contract/template-inputs'
import type { Translate } from '@steading/locales/text'
import { weekProblems } from '../week/problems.ts'
import { cycleProblems } from '../ages/edit.ts'
import { outputsIn } from '../inputs/outputs.ts'
import { lineProblems } from '../lines/problems.ts'
import type { Choice } from './choices.ts'
import { type Entered, type Template, draftOf, isGlobal, isShown } from './entered.ts'
import { channelAt, contactProblems, isContactField } from '../../outbox/index.ts'
import { provisional } from './provisional.ts'
import { tabOf, tabsOf } from './tabs.ts'
import { problemWords } from '../../platform/failures.ts'

/** What is wrong with a rule before it is sent: by the contract, by the checks of its body, by the bounds of its template. */

interface Wrong {
  readonly field: string
  readonly words: string
}

export function wrongIn(
  of: Entered,
  template: Template | undefined,
  choices: ReadonlyMap<string, Choice>,
  t: Translate,
): Readonly<Record<string, string>> {
  const spoken = (problem: FieldProblem): Wrong => ({ field: problem.field, words: problemWords(problem, t) })
  const found: Wrong[] = [
    ...draftProblems(of, template)
      .filter(one => !isContactField(one.field))
      .map(spoken),
    ...(template?.hasEvent ? contactProblems(of.eventConfiguration.actionConfigurations, t) : []).map(one => ({
      ...one,
      field: `eventConfiguration.actionConfigurations.${one.field}`,
    })),
    ...(template ? [...inputProblems(of, template, choices, t), ...bodyProblems(of, template, choices).map(spoken)] : []),
  ]
  const order = tabsOf(template)
  const rank = ({ field }: Wrong) => order.indexOf(tabOf(field, template))
  const said: Record<string, string> = {}
  for (const { field, words } of found.toSorted((a, b) => rank(a) - rank(b))) said[field] ??= words
  return said
}

/** What was said before of what stands below a path, as far as it is so still, in the words of now. */
export const stillWrong = <W>(
  said: Readonly<Record<string, W>>,
  now: Readonly<Record<string, string>>,
  path: string,
): Record<string, W | string> =>
  Object.fromEntries(
    Object.entries(said).flatMap(([field, words]): [string, W | string][] => {
      if (!field.startsWith(`${path}.`)) return [[field, words]]
      const fresh = now[field]
      return fresh === undefined ? [] : [[field, fresh]]
    }),
  )

/** Of the fields that all rules have. */
function draftProblems(of: Entered, template: Template | undefined): FieldProblem[] {
  const checked = check(RuleDraft, draftOf(of, template))
  const found = checked.ok ? [] : checked.problems
  const blank = (field: keyof Entered): FieldProblem[] => (of[field] ? [] : [{ field, code: 'required' }])
  return [
    ...(of.displayName.trim() === '' ? blank('displayName') : []),
    ...blank('rootEntityId'),
    ...blank('sectorId'),
    ...blank('category'),
    ...blank('templateId'),
    ...(isGlobal(of.category) ? [] : blank('terminalId')),
    ...found.map(one => ({ ...one, field: onForm(one.field, of) })),
  ]
}

/** Channels that are untouched are not sent: those after them stand elsewhere on the form. */
const onForm = (field: string, of: Entered): string =>
  field.replace(
    /^(eventConfiguration\.actionConfigurations)\.(\d+)/,
    (_, head: string, at: string) => `${head}.${channelAt(of.eventConfiguration.actionConfigurations, Number(at))}`,
  )

/** A field of a failure of the server, as the form calls it. */
export const serverField = (field: string, of: Entered): string => onForm(field, of)

/** What a template asks for beyond the body, and what is told in words of its own. */
function inputProblems(
  { inputs, category }: Entered,
  template: Template,
  choices: ReadonlyMap<string, Choice>,
  t: Translate,
): Wrong[] {
  const boundsFor = (ids: readonly string[]) => commonBounds(ids.flatMap(id => choices.get(id) ?? []))
  const shown = template.inputs.filter(input => isShown(input, inputs))
  return shown.flatMap((input): Wrong[] => {
    const path = `inputs.${input.id}`
    const value = inputs[input.id]
    const at = (field: string, words: string): Wrong => ({ field: field ? `${path}.${field}` : path, words })
    if (input.type === 'SCHEDULER')
      return weekProblems(value, t, id => boundsFor(id === undefined ? outputsIn(inputs) : [id])).map(({ field, words }) =>
        at(field, words),
      )
    if (input.type === 'CYCLEGROUP') return cycleProblems(value, t).map(({ field, words }) => at(field, words))
    if (input.type === 'DROPGROUP' && input.inputs)
      return lineProblems(value, isGlobal(category), t).map(({ field, words }) => at(field, words))
    const bounds = ordered.has(input.id) ? boundsFor(outputsIn(inputs)) : {}
    return boundProblems({ ...input, ...bounds }, value, t).map(words => at('', words))
  })
}

/** Values that devices are set to. */
const ordered: ReadonlySet<string> = new Set(['onValue', 'offValue', 'callbackValue'])

/** What all of these devices take. */
function commonBounds(devices: readonly Choice[]): { min?: number; max?: number } {
  const of = devices.map(one => CATEGORIES[one.category])
  const mins = of.flatMap(({ min }) => min ?? [])
  const maxs = of.flatMap(({ max }) => max ?? [])
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
  if (isSpan(value)) return value.from && value.to && value.to < value.from ? [t('invalid.endBeforeStart')] : []
  if (typeof value !== 'number') return []
  if (min !== undefined && value < min) return [t('invalid.tooSmall', { min })]
  if (max !== undefined && value > max) return [t('invalid.tooBig', { max })]
  return step !== undefined && !isOnStep(value, step) ? [t('invalid.step', { step })] : []
}

const isSpan = (value: unknown): value is { readonly from?: string; readonly to?: string } =>
  typeof value === 'object' && value !== null && ('from' in value || 'to' in value)

/** Of what runs. What the platform fills in itself is not the person's to mend. */
function bodyProblems(of: Entered, template: Template, choices: ReadonlyMap<string, Choice>): FieldProblem[] {
  const checked = check(RuleBody, provisional(of, template, choices))
  if (checked.ok) return []
  return checked.problems.flatMap(({ field, ...problem }) => {
    const name = field.replace(/^event\b/, 'eventConfiguration')
    return name.startsWith('inputs.') || name.startsWith('eventConfiguration.') ? [{ field: name, ...problem }] : []
  })
}
