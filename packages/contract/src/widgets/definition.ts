import { z } from 'zod'
import type { ProblemCode } from '../http/problem.ts'
import type { Permission } from '../users/permissions.ts'
import type { Configs } from './configs.ts'
import type { WidgetField, WidgetFields } from './fields.ts'
import { houseSensorOf } from './houseSensors.ts'

export type { Configs } from './configs.ts'

/** Cells of the grid of 12 columns. */
export interface Size {
  readonly w: number
  readonly h: number
}
export const WIDGET_CATEGORIES = ['INTERFACES', 'DATA', 'BATCHES', 'OTHERS'] as const
export type WidgetCategory = (typeof WIDGET_CATEGORIES)[number]

/** A problem of a configuration that no field sees alone: field and code of a message. */
type Problem = readonly [field: string, code: ProblemCode]

/** What a sensor can read; null: no end. */
export interface SensorRange {
  readonly min: number | null
  readonly max: number | null
}

/** Two fields that are the ends of a range. */
type Ends = readonly [low: string, high: string]

/** Upper ends that do not lie above their lower ones. */
const emptyRanges = (configs: Configs, ranges: readonly Ends[]): readonly Problem[] =>
  ranges.flatMap(([low, high]): readonly Problem[] => {
    const [from, to] = [configs[low], configs[high]]
    return typeof from === 'number' && typeof to === 'number' && from >= to ? [[high, 'rangeEmpty']] : []
  })

/** Choices that the other fields do not allow. */
const unofferedChoices = (configs: Configs, fields: WidgetFields): readonly Problem[] =>
  Object.entries(fields).flatMap(([name, field]): readonly Problem[] =>
    field.kind !== 'choice' || !isAsked(field, configs) || offeredOptions(field, configs).includes(String(configs[name]))
      ? []
      : [[name, 'notListed']],
  )

/** A widget type: where it belongs, how large it is, and what is configured. */
export interface WidgetDefinition<F extends WidgetFields = WidgetFields> {
  readonly category: WidgetCategory
  readonly size: Size
  readonly min: Size
  readonly max: Size
  /** In the order of the dialog. */
  readonly fields: F
  /** Pairs of fields that are the ends of a range: of two numbers the upper one lies above. The dialog keeps them in one row. */
  readonly ranges?: readonly Ends[]
  /** The right that its content needs besides the dashboard. */
  readonly permission?: Permission
  /** On a public dashboard: always, or only where the creator of the link includes it. */
  readonly isPublic: 'ALWAYS' | 'ON_REQUEST'
  /** Each brings configurations of one version to the next one; their number plus 1 is the current version. */
  readonly upgrades?: readonly ((configs: Configs) => Configs)[]
  /** Problems that show only beside the ranges of its interfaces, which are looked up by id. */
  readonly problemsWithSensors?: (configs: Configs, ranges: ReadonlyMap<string, SensorRange>) => readonly Problem[]
  /** Of the configuration, by the fields. */
  readonly schema: z.ZodObject<{ -readonly [K in keyof F]: F[K]['schema'] }>
}

type Bounds = readonly [w: number, h: number]
const sizeOf = ([w, h]: Bounds): Size => ({ w, h })

/** Declares a widget type; `size`: the default one. */
export function widget<const F extends WidgetFields>({
  size,
  min,
  max,
  fields,
  isPublic = 'ALWAYS',
  ranges = [],
  problems = () => [],
  ...rest
}: Pick<WidgetDefinition<F>, 'category' | 'permission' | 'upgrades' | 'fields' | 'ranges' | 'problemsWithSensors'> & {
  readonly isPublic?: WidgetDefinition['isPublic']
  readonly problems?: (configs: Configs) => readonly Problem[]
  readonly size: Bounds
  readonly min: Bounds
  readonly max: Bounds
}): WidgetDefinition<F> {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))
  return {
    ...rest,
    size: sizeOf(size),
    min: sizeOf(min),
    max: sizeOf(max),
    fields,
    isPublic,
    ranges,
    schema: z.object(shape).superRefine((configs, context) => {
      const found = [...emptyRanges(configs, ranges), ...unofferedChoices(configs, fields), ...problems(configs)]
      for (const [field, message] of found) context.addIssue({ code: 'custom', message, path: [field] })
    }) as unknown as WidgetDefinition<F>['schema'], // safe: the schemas of these fields
  }
}

/** Objects that a configuration names: what the widget shows, and what its viewer must be able to reach. */
export interface Subjects {
  readonly interfaces: readonly string[]
  readonly entities: readonly string[]
  readonly batches: readonly string[]
  readonly ruleGroups: readonly string[]
}
export type SubjectKind = keyof Subjects
export const SUBJECT_KINDS = ['interfaces', 'entities', 'batches', 'ruleGroups'] as const satisfies readonly SubjectKind[]

const KIND_OF: Partial<Record<WidgetField['kind'], SubjectKind>> = {
  interface: 'interfaces',
  interfaces: 'interfaces',
  entity: 'entities',
  entities: 'entities',
  batch: 'batches',
  ruleGroups: 'ruleGroups',
}

interface NamedSubject {
  readonly kind: SubjectKind
  readonly id: string
  readonly field: string
}

/** What the fields that count for a configuration name: objects, and sensors of whichever house is shown. */
function namedIn({ fields }: Pick<WidgetDefinition, 'fields'>, configs: Configs): readonly NamedSubject[] {
  return Object.entries(fields).flatMap(([field, declared]) => {
    const kind = KIND_OF[declared.kind]
    if (!kind || !isAsked(declared, configs)) return []
    const named = [configs[field] ?? []].flat()
    return named.filter(id => typeof id === 'string').map(id => ({ kind, id, field }))
  })
}

/** The subjects of a configuration, with the field that names each; sensors of whichever house is shown are none. */
export const namedSubjects = (definition: Pick<WidgetDefinition, 'fields'>, configs: Configs): readonly NamedSubject[] =>
  namedIn(definition, configs).filter(({ id }) => !houseSensorOf(id))

/** Keys of the sensors of whichever house is shown that a configuration names. */
export const namedHouseSensors = (definition: Pick<WidgetDefinition, 'fields'>, configs: Configs): readonly string[] =>
  namedIn(definition, configs).flatMap(({ id }) => (houseSensorOf(id) ? [id] : []))

/** A configuration without the fields that don't count for it. */
export const askedConfigs = ({ fields }: Pick<WidgetDefinition, 'fields'>, configs: Configs): Configs =>
  Object.fromEntries(
    Object.entries(configs).filter(([name]) => {
      const field = fields[name]
      return !field || isAsked(field, configs)
    }),
  )

/** Members of a configuration that say where its widget stands. */
export const PLACE_FIELDS = ['rowIndex', 'columnIndex', 'widgetWidth', 'widgetHeight'] as const

/** Members of a configuration that its type does not know. */
export const unknownMembers = ({ fields }: Pick<WidgetDefinition, 'fields'>, configs: Configs): readonly string[] =>
  Object.keys(configs).filter(name => !Object.hasOwn(fields, name) && !(PLACE_FIELDS as readonly string[]).includes(name))

/** Whether a field counts for a configuration, as its condition says. */
export const isAsked = ({ onlyIf = {} }: Pick<WidgetField, 'onlyIf'>, configs: Configs): boolean =>
  Object.entries(onlyIf).every(([field, values]) => values.includes(String(configs[field])))

/** The options of a choice that the other fields of a configuration allow. */
export const offeredOptions = (
  { options, optionsOnlyIf = {} }: Pick<Extract<WidgetField, { kind: 'choice' }>, 'options' | 'optionsOnlyIf'>,
  configs: Configs,
): readonly string[] => options.filter(option => isAsked({ onlyIf: optionsOnlyIf[option] ?? {} }, configs))
