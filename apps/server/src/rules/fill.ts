import type { FieldProblem, ProblemCode } from '@steading/contract/problem'
import type { RuleInput } from '@steading/contract/rule-drafts'
import { isNeeded, isOnStep } from '@steading/contract/template-inputs'
import type { TemplateInput } from '@steading/contract/template-inputs'
import { Failed } from '../platform/failures.ts'

export type Inputs = Readonly<Record<string, unknown>>

/**
 * The inputs of a body from what a form sent: where nothing was said what the rule had before, or what the template begins with. Only what a template of one's own narrows is checked; the body checks the rest.
 * @throws Failed with a field for each thing that is wrong
 */
export function filled(template: readonly TemplateInput[], sent: readonly RuleInput[], before: Inputs = {}): Inputs {
  const known = new Map(template.map(one => [one.id, one]))
  const problems = sent.flatMap(({ id, value }, at) => {
    if (sent.findIndex(one => one.id === id) < at) return [told(`inputs.${id}`, 'twice')]
    const input = known.get(id)
    if (!input) return [told(`inputs.${id}`, 'notOneOf', { options: [...known.keys()].join(', ') })]
    return isSaid(value) ? beyond(input, value, `inputs.${id}`) : isNeeded(input) ? [told(`inputs.${id}`, 'required')] : []
  })
  const missing = template.filter(one => one.required && one.defaultValue === undefined && !sent.some(({ id }) => id === one.id))
  problems.push(...missing.map(({ id }) => told(`inputs.${id}`, 'required')))
  if (problems.length > 0) throw new Failed('INVALID_INPUT', problems)
  const said = sent.filter(({ value }) => isSaid(value))
  const kept = Object.entries(before).filter(([id]) => !known.has(id))
  // What a change does not speak of stays; another value that nobody asked for would reach the barn.
  const begun = template.flatMap(({ id, defaultValue }) =>
    defaultValue === undefined ? [] : [[id, before[id] ?? defaultValue] as const],
  )
  return Object.fromEntries([...kept, ...begun, ...said.map(({ id, value }) => [id, value] as const)])
}

export const isSaid = (value: unknown) => value !== undefined && value !== null && value !== ''

const told = (field: string, code: ProblemCode, values: FieldProblem['values'] = {}): FieldProblem => ({ field, code, values })

/** What lies outside the bounds of an input, and of the inputs of its entries. */
function beyond(input: TemplateInput, value: unknown, field: string): FieldProblem[] {
  const { min = -Infinity, max = Infinity, step, enumEntries } = input
  if (Array.isArray(value)) {
    if (value.length < min) return [told(field, 'tooFew', { min })]
    if (value.length > max) return [told(field, 'tooMany', { max })]
  }
  if (typeof value === 'number' && value < min) return [told(field, 'tooSmall', { min })]
  if (typeof value === 'number' && value > max) return [told(field, 'tooBig', { max })]
  if (typeof value === 'number' && step !== undefined && !isOnStep(value, step)) return [told(field, 'step', { step })]
  if (typeof value === 'string' && enumEntries && !enumEntries.includes(value))
    return [told(field, 'notOneOf', { options: enumEntries.join(', ') })]
  return input.inputs ? entries(input.inputs, value, field) : []
}

/** Wherever in a list or a cycle its entries stand. */
function entries(inputs: NonNullable<TemplateInput['inputs']>, value: unknown, field: string): FieldProblem[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    const input = Array.isArray(value) ? undefined : inputs.find(({ id }) => id === name)
    const at = `${field}.${name}`
    return input ? (isSaid(one) ? beyond(input, one, at) : []) : entries(inputs, one, at)
  })
}

/** Which interfaces a template lets its inputs name. */
export interface Choosable {
  readonly id: string
  readonly dataType: string
  readonly category: string
  readonly kind: string
}

/** Interfaces that the template does not offer there. */
export const notOffered = (template: readonly TemplateInput[], inputs: Inputs, wired: readonly Choosable[]): FieldProblem[] =>
  template.flatMap(({ id, filters }) =>
    filters
      ? [inputs[id] ?? []].flat().flatMap((one: unknown, at) => {
          const named: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, 'interfaceId') : one
          const found = wired.find(({ id: its }) => its === named)
          const fits = (all: readonly string[] | undefined, of: string) => !all || all.includes(of)
          return !found ||
            (fits(filters.dataTypes, found.dataType) &&
              fits(filters.kinds, found.kind) &&
              fits(filters.categories, found.category))
            ? []
            : [told(Array.isArray(inputs[id]) ? `inputs.${id}.${at}` : `inputs.${id}`, 'notListed')]
        })
      : [],
  )
