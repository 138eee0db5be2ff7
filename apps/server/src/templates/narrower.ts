import { Day } from '@steading/contract/http/fields'
import { CATEGORIES, isCategory } from '@steading/contract/devices/categories'
import type { FieldProblem, ProblemCode } from '@steading/contract/http/problem'
import { INPUT_GROUPS, isOnStep } from '@steading/contract/rules/templateInputs'
import type { InputGroup, TemplateInput } from '@steading/contract/rules/templateInputs'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import { inputsOf } from './engines.ts'

/**
 * What is wrong with the inputs of a template that somebody made: a template may name less than its engine has, in other words
 * and within closer bounds, never more. What it leaves out keeps what the engine begins with, so nothing needed may be missing.
 */
export function inputProblems(engine: Engine, inputs: readonly TemplateInput[]): FieldProblem[] {
  const known = new Map(inputsOf(engine).map(input => [input.id, input]))
  const found = inputs.flatMap((input, at) => {
    const field = (name: string, code: ProblemCode, values = {}) => [{ field: `inputs.${at}.${name}`, code, values }]
    if (inputs.findIndex(({ id }) => id === input.id) < at) return field('id', 'nameInUse')
    const whole = known.get(input.id)
    return whole ? within(input, whole, field) : field('id', 'notOneOf', { options: [...known.keys()].join(', ') })
  })
  const missing = [...known.values()].filter(({ required, id }) => required && !inputs.some(input => input.id === id))
  const strangers = inputs.flatMap(({ when }, at): FieldProblem[] => {
    if (!when) return []
    const choices = inputs.filter(input => input.type === 'ENUM')
    const other = choices.find(choice => choice.id === when.input)
    const options = other ? (other.enumEntries ?? known.get(other.id)?.enumEntries ?? []) : choices.map(({ id }) => id)
    if (other && options.includes(when.is)) return []
    return [{ field: `inputs.${at}.when.${other ? 'is' : 'input'}`, code: 'notOneOf', values: { options: options.join(', ') } }]
  })
  const problems = [...found, ...strangers, ...missing.map(({ id }) => ({ field: `inputs.${id}`, code: 'required' as const }))]
  // Beginnings are held against each other once each of them is sound.
  return problems.length > 0 ? problems : beginningsOf(engine, inputs)
}

/** Inputs of which the first must not be above the second. */
const PAIRS = [
  ['heatSetPoint', 'coolSetPoint', 'SET_POINTS_CROSSED'],
  ['minOutput', 'maxOutput', 'OUTPUT_RANGE_EMPTY'],
  ['spMin', 'spMax', 'SET_POINT_RANGE_EMPTY'],
] as const

/** What a form begins with must be a rule: beginnings that do not go together, each by itself within its bounds. */
function beginningsOf(engine: Engine, inputs: readonly TemplateInput[]): FieldProblem[] {
  const whole = inputsOf(engine)
  const each = inputs.flatMap((input, at) =>
    crossed(input.inputs ?? [], whole.find(({ id }) => id === input.id)?.inputs ?? [], `inputs.${at}.inputs`),
  )
  return [...crossed(inputs, whole, 'inputs'), ...each]
}

function crossed(inputs: readonly TemplateInput[], whole: readonly TemplateInput[], path: string): FieldProblem[] {
  const begins = (id: string) => [inputs, whole].map(all => all.find(one => one.id === id)?.defaultValue).find(isThere)
  /** Said where it can be mended: at the second, else at the first. */
  const problemAt = (ids: readonly string[], code: ProblemCode): FieldProblem[] => {
    const at = ids.map(id => inputs.findIndex(input => input.id === id)).findLast(index => index >= 0)
    return at === undefined ? [] : [{ field: `${path}.${at}.defaultValue`, code, values: {} }]
  }
  const pairs = PAIRS.flatMap(([low, high, code]) => {
    const least = begins(low)
    const most = begins(high)
    return typeof least === 'number' && typeof most === 'number' && least > most ? problemAt([low, high], code) : []
  })
  const on = begins('onValue')
  const off = begins('offValue')
  if (on === undefined || off === undefined) return pairs
  if (on === off) return [...pairs, ...problemAt(['onValue', 'offValue'], 'sameAsOn')]
  return typeof on === typeof off ? pairs : [...pairs, ...problemAt(['onValue', 'offValue'], 'ACTION_OF_OTHER_TYPE')]
}

const isThere = (value: unknown) => value !== undefined

type Tell = (name: string, code: ProblemCode, values?: Readonly<Record<string, string | number>>) => FieldProblem[]

/** What its engine decides, and no template: of which kind an input is, and what it asks for. */
const fixed = ['group', 'type', 'action', 'inputEntityType', 'unit', 'duration'] as const

function within(templateInput: TemplateInput, whole: TemplateInput, tell: Tell): FieldProblem[] {
  const changed = fixed.filter(name => templateInput[name] !== whole[name])
  if (changed.length > 0) return changed.flatMap(name => tell(name, 'unchangeable'))
  // What is drawn at the farm begins with nothing: a week has no times before a box has given it a zone.
  if (templateInput.type === 'SCHEDULER' && templateInput.defaultValue !== undefined) return tell('defaultValue', 'leaveEmpty')
  if (templateInput.defaultValue !== undefined && !isOfType(templateInput, templateInput.defaultValue))
    return tell('defaultValue', 'type')
  if (templateInput.step !== undefined && templateInput.type !== 'DECIMAL' && templateInput.type !== 'INTEGER')
    return tell('step', 'leaveEmpty')
  if (templateInput.step !== undefined && templateInput.type === 'INTEGER' && !Number.isInteger(templateInput.step))
    return tell('step', 'whole')
  if (templateInput.trueFalse !== undefined && templateInput.type !== 'BOOLEAN') return tell('trueFalse', 'leaveEmpty')
  const missing = (whole.inputs ?? []).filter(({ required, id }) => required && !templateInput.inputs?.some(own => own.id === id))
  if (missing.length > 0) return missing.flatMap(({ id }) => tell(`inputs.${id}`, 'required'))
  if (templateInput.enumEntries?.length === 0) return tell('enumEntries', 'required')
  const empty = (['categories', 'dataTypes', 'kinds'] as const).filter(name => templateInput.filters?.[name]?.length === 0)
  if (empty.length > 0) return empty.flatMap(name => tell(`filters.${name}`, 'required'))
  const { min = -Infinity, max = Infinity } = whole
  const outside = (name: 'min' | 'max' | 'defaultValue', [low, high]: readonly [number, number]) => {
    const value = templateInput[name]
    if (typeof value !== 'number') return []
    return value < low ? tell(name, 'tooSmall', { min: low }) : value > high ? tell(name, 'tooBig', { max: high }) : []
  }
  const beyond = (name: string, own: readonly string[] | undefined, all: readonly string[] | undefined) =>
    own?.every(value => !all || all.includes(value)) === false ? tell(name, 'notOneOf', { options: (all ?? []).join(', ') }) : []
  const bounds = [...outside('min', [min, max]), ...outside('max', [templateInput.min ?? min, max])]
  return [
    ...bounds,
    ...(bounds.length === 0 ? outside('defaultValue', [templateInput.min ?? min, templateInput.max ?? max]) : []),
    ...offStep(templateInput, whole, tell),
    ...beyond('enumEntries', templateInput.enumEntries, whole.enumEntries),
    ...(typeof templateInput.defaultValue === 'string'
      ? beyond('defaultValue', [templateInput.defaultValue], templateInput.enumEntries ?? whole.enumEntries)
      : []),
    ...(bounds.length === 0 && templateInput.defaultValue === undefined ? withoutDefault(templateInput, whole, tell) : []),
    ...strange('filters.categories', templateInput.filters?.categories, tell),
    ...beyond('filters.dataTypes', templateInput.filters?.dataTypes, whole.filters?.dataTypes),
    ...beyond('filters.kinds', templateInput.filters?.kinds, whole.filters?.kinds),
    ...(whole.required && !templateInput.required ? tell('required', 'unchangeable') : []),
    ...eachWithin(templateInput.inputs ?? [], whole.inputs ?? [], tell),
  ]
}

/** What a form would begin with, the engine's own, must lie within too: else nobody could leave it as it is. */
function withoutDefault(templateInput: TemplateInput, { defaultValue: usual }: TemplateInput, tell: Tell): FieldProblem[] {
  const { min = -Infinity, max = Infinity, enumEntries } = templateInput
  const isOutside = typeof usual === 'number' && (usual < min || usual > max)
  const isMissing = typeof usual === 'string' && enumEntries?.includes(usual) === false
  return isOutside || isMissing ? tell('defaultValue', 'required') : []
}

/** What a form begins with must be on the step, too. */
function offStep({ step, defaultValue }: TemplateInput, { defaultValue: usual }: TemplateInput, tell: Tell): FieldProblem[] {
  const begins = defaultValue ?? usual
  return step !== undefined && typeof begins === 'number' && !isOnStep(begins, step) ? tell('defaultValue', 'step', { step }) : []
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
  CYCLEGROUP: value => typeof value === 'object' && value !== null && !Array.isArray(value),
  DROPGROUP: Array.isArray,
  ENTITY: isText,
  DATE: value => Day.safeParse(value).success,
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
  INPUT_GROUPS.filter(group => inputs.some(input => input.group === group))
