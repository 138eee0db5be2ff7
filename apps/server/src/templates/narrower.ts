import { CATEGORIES, isCategory } from '@steading/contract/categories'
import type { FieldProblem, ProblemCode } from '@steading/contract/problem'
import { INPUT_GROUPS } from '@steading/contract/template-inputs'
import type { InputGroup, TemplateInput } from '@steading/contract/template-inputs'
import type { Engine } from '@steading/contract/rule-templates'
import { inputsOf } from './engines.ts'

/**
 * What is wrong with the inputs of a template that somebody made: a template may name less than its engine has, in other words
 * and within closer bounds, never more. What it leaves out keeps what the engine begins with, so nothing needed may be missing.
 */
export function inputProblems(engine: Engine, inputs: readonly TemplateInput[]): FieldProblem[] {
  const known = new Map(inputsOf(engine).map(one => [one.id, one]))
  const found = inputs.flatMap((one, at) => {
    const field = (name: string, code: ProblemCode, values = {}) => [{ field: `inputs.${at}.${name}`, code, values }]
    if (inputs.findIndex(({ id }) => id === one.id) < at) return field('id', 'nameInUse')
    const whole = known.get(one.id)
    return whole ? within(one, whole, field) : field('id', 'notOneOf', { options: [...known.keys()].join(', ') })
  })
  const missing = [...known.values()].filter(({ required, id }) => required && !inputs.some(one => one.id === id))
  const strangers = inputs.flatMap(({ when }, at) =>
    when && !inputs.some(one => one.id === when.input)
      ? [
          {
            field: `inputs.${at}.when.input`,
            code: 'notOneOf' as const,
            values: { options: inputs.map(({ id }) => id).join(', ') },
          },
        ]
      : [],
  )
  return [...found, ...strangers, ...missing.map(({ id }) => ({ field: `inputs.${id}`, code: 'required' as const }))]
}

type Tell = (name: string, code: ProblemCode, values?: Readonly<Record<string, string | number>>) => FieldProblem[]

/** What its engine decides, and no template: of which kind an input is, and what it asks for. */
const fixed = ['group', 'type', 'action', 'inputEntityType', 'unit', 'duration'] as const

function within(one: TemplateInput, whole: TemplateInput, tell: Tell): FieldProblem[] {
  const changed = fixed.filter(name => one[name] !== whole[name])
  if (changed.length > 0) return changed.flatMap(name => tell(name, 'unchangeable'))
  // What is drawn at the farm begins with nothing: a week has no times before a box has given it a zone.
  if (one.type === 'SCHEDULER' && one.defaultValue !== undefined) return tell('defaultValue', 'leaveEmpty')
  if (one.defaultValue !== undefined && !isOfType(one, one.defaultValue)) return tell('defaultValue', 'notAllowed')
  const missing = (whole.inputs ?? []).filter(({ required, id }) => required && !one.inputs?.some(own => own.id === id))
  if (missing.length > 0) return missing.flatMap(({ id }) => tell(`inputs.${id}`, 'required'))
  if (one.enumEntries?.length === 0) return tell('enumEntries', 'required')
  const { min = -Infinity, max = Infinity } = whole
  const outside = (name: 'min' | 'max' | 'defaultValue', [low, high]: readonly [number, number]) => {
    const value = one[name]
    if (typeof value !== 'number') return []
    return value < low ? tell(name, 'tooSmall', { min: low }) : value > high ? tell(name, 'tooBig', { max: high }) : []
  }
  const beyond = (name: string, own: readonly string[] | undefined, all: readonly string[] | undefined) =>
    own?.every(value => !all || all.includes(value)) === false ? tell(name, 'notOneOf', { options: (all ?? []).join(', ') }) : []
  const bounds = [...outside('min', [min, max]), ...outside('max', [one.min ?? min, max])]
  return [
    ...bounds,
    ...(bounds.length === 0 ? outside('defaultValue', [one.min ?? min, one.max ?? max]) : []),
    ...beyond('enumEntries', one.enumEntries, whole.enumEntries),
    ...(typeof one.defaultValue === 'string'
      ? beyond('defaultValue', [one.defaultValue], one.enumEntries ?? whole.enumEntries)
      : []),
    ...(bounds.length === 0 && one.defaultValue === undefined ? withoutDefault(one, whole, tell) : []),
    ...strange('filters.categories', one.filters?.categories, tell),
    ...beyond('filters.dataTypes', one.filters?.dataTypes, whole.filters?.dataTypes),
    ...beyond('filters.kinds', one.filters?.kinds, whole.filters?.kinds),
    ...(whole.required && !one.required ? tell('required', 'unchangeable') : []),
    ...eachWithin(one.inputs ?? [], whole.inputs ?? [], tell),
  ]
}

/** What a form would begin with, the engine's own, must lie within too: else nobody could leave it as it is. */
function withoutDefault(one: TemplateInput, { defaultValue: usual }: TemplateInput, tell: Tell): FieldProblem[] {
  const { min = -Infinity, max = Infinity, enumEntries } = one
  const isOutside = typeof usual === 'number' && (usual < min || usual > max)
  const isMissing = typeof usual === 'string' && enumEntries?.includes(usual) === false
  return isOutside || isMissing ? tell('defaultValue', 'required') : []
}

const strange = (name: string, categories: readonly string[] | undefined, tell: Tell): FieldProblem[] =>
  categories?.every(isCategory) === false ? tell(name, 'notOneOf', { options: Object.keys(CATEGORIES).join(', ') }) : []

/** Whether it is what such an input holds. Of what is chosen or drawn at the farm a template knows nothing. */
function isOfType({ id, type }: Pick<TemplateInput, 'id' | 'type'>, value: unknown): boolean {
  const is = TYPES[type]
  // What outputs are set to is a figure where they take figures.
  if (type === 'BOOLEAN' && ORDERED.has(id) && typeof value === 'number') return Number.isFinite(value)
  return is ? is(value) : typeof value !== 'number' && typeof value !== 'boolean'
}

const isText = (value: unknown) => typeof value === 'string'
const TYPES: Readonly<Partial<Record<TemplateInput['type'], (value: unknown) => boolean>>> = {
  DECIMAL: value => typeof value === 'number' && Number.isFinite(value),
  INTEGER: value => Number.isInteger(value),
  BOOLEAN: value => typeof value === 'boolean',
  TEXT: isText,
  ENUM: isText,
  TIMEZONE: isText,
  TIME: value => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value),
  DATE: value => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
}

const ORDERED: ReadonlySet<string> = new Set(['onValue', 'offValue', 'callbackValue', 'safeValue'])

/** Of what is entered several times: what is filled in for each, bound no wider either. */
const eachWithin = (each: readonly TemplateInput[], whole: readonly TemplateInput[], tell: Tell): FieldProblem[] =>
  each.flatMap((one, at) => {
    const all = whole.find(({ id }) => id === one.id)
    const further: Tell = (name, ...problem) => tell(`inputs.${at}.${name}`, ...problem)
    return all ? within(one, all, further) : further('id', 'notOneOf', { options: whole.map(({ id }) => id).join(', ') })
  })

/** The tabs that inputs need, in the order of forms. */
export const groupsOf = (inputs: readonly TemplateInput[]): InputGroup[] =>
  INPUT_GROUPS.filter(group => inputs.some(one => one.group === group))
