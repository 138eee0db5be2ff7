import type { FieldProblem, ProblemCode } from '@steading/contract/http/problem'
import type { RuleInput } from '@steading/contract/rules/drafts'
import { isNeeded, isOnStep } from '@steading/contract/rules/templateInputs'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { Failed } from '../../platform/failures.ts'

export type Inputs = Readonly<Record<string, unknown>>

/**
 * The inputs of a body from those of a form. A missing one keeps its value of before, or gets the default of the template. Only
 * the restrictions of the template are checked here; the body checks the rest.
 * @throws Failed with a field for each invalid input
 */
export function fillInputs(template: readonly TemplateInput[], sent: readonly RuleInput[], before: Inputs = {}): Inputs {
  const known = new Map(template.map(one => [one.id, one]))
  const problems = sent.flatMap(({ id, value }, at) => {
    if (sent.findIndex(one => one.id === id) < at) return [problem(`inputs.${id}`, 'twice')]
    const input = known.get(id)
    if (!input) return [problem(`inputs.${id}`, 'notOneOf', { options: [...known.keys()].join(', ') })]
    return isGiven(value)
      ? findViolations(input, value, `inputs.${id}`)
      : isNeeded(input)
        ? [problem(`inputs.${id}`, 'required')]
        : []
  })
  const missing = template.filter(one => one.required && one.defaultValue === undefined && !sent.some(({ id }) => id === one.id))
  problems.push(...missing.map(({ id }) => problem(`inputs.${id}`, 'required')))
  if (problems.length > 0) throw new Failed('INVALID_INPUT', problems)
  const givenInputs = sent.filter(({ value }) => isGiven(value))
  const otherInputs = Object.entries(before).filter(([id]) => !known.has(id))
  // A partial change keeps the other inputs: a default must not replace a value that is in service.
  const defaults = template.flatMap(({ id, defaultValue }) =>
    defaultValue === undefined ? [] : [[id, before[id] ?? defaultValue] as const],
  )
  return Object.fromEntries([...otherInputs, ...defaults, ...givenInputs.map(({ id, value }) => [id, value] as const)])
}

export const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

const problem = (field: string, code: ProblemCode, values: FieldProblem['values'] = {}): FieldProblem => ({ field, code, values })

/** Violations of the bounds of an input, and of the inputs of its entries. */
function findViolations(input: TemplateInput, value: unknown, field: string): FieldProblem[] {
  const { min = -Infinity, max = Infinity, step, enumEntries } = input
  if (Array.isArray(value)) {
    if (value.length < min) return [problem(field, 'tooFew', { min })]
    if (value.length > max) return [problem(field, 'tooMany', { max })]
  }
  if (typeof value === 'number' && value < min) return [problem(field, 'tooSmall', { min })]
  if (typeof value === 'number' && value > max) return [problem(field, 'tooBig', { max })]
  if (typeof value === 'number' && step !== undefined && !isOnStep(value, step)) return [problem(field, 'step', { step })]
  if (typeof value === 'string' && enumEntries && !enumEntries.includes(value))
    return [problem(field, 'notOneOf', { options: enumEntries.join(', ') })]
  return input.inputs ? entries(input.inputs, value, field) : []
}

/** Checks the entries at any depth of a list or a cycle. */
function entries(inputs: NonNullable<TemplateInput['inputs']>, value: unknown, field: string): FieldProblem[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    const input = Array.isArray(value) ? undefined : inputs.find(({ id }) => id === name)
    const at = `${field}.${name}`
    return input ? (isGiven(one) ? findViolations(input, one, at) : []) : entries(inputs, one, at)
  })
}

/** What decides whether a template lets an input name an interface. */
export interface SelectableInterface {
  readonly id: string
  readonly dataType: string
  readonly category: string
  readonly kind: string
}

/** Interfaces that the template does not allow for their input. */
export const findNotOffered = (
  template: readonly TemplateInput[],
  inputs: Inputs,
  wired: readonly SelectableInterface[],
): FieldProblem[] =>
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
            : [problem(Array.isArray(inputs[id]) ? `inputs.${id}.${at}` : `inputs.${id}`, 'notListed')]
        })
      : [],
  )
