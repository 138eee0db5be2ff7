import { z } from 'zod'
import { Day, Id } from '../http/fields.ts'
import { Bound } from '../http/numbers.ts'
import { fitsCategory, type InterfaceKind } from './fitsInterface.ts'
import { houseSensorOf } from './houseSensors.ts'

/**
 * A field of a widget's configuration: the schema of its value, and what the dialog needs to ask for it. The configuration of a
 * type, its dialog and the objects that it shows all derive from its fields.
 */
export interface FieldOf<K extends string, S extends z.ZodType> {
  readonly kind: K
  readonly schema: S
}

interface Condition {
  /** The field is asked for only where another field has one of these values. */
  readonly onlyIf?: Readonly<Record<string, readonly string[]>>
}

/** One line of text. */
export const text = (max: number) => ({ kind: 'text' as const, max, schema: z.string().trim().max(max).optional() })
export const requiredText = (max: number) => ({ kind: 'text' as const, max, schema: z.string().trim().min(1).max(max) })
/** Several lines of text. */
export const longText = (max: number) => ({ kind: 'longText' as const, max, schema: z.string().max(max) })

/** `unit`: a symbol behind the entry. */
export const number = ({
  min,
  max,
  decimals,
  ...rest
}: { readonly min?: number; readonly max?: number; readonly decimals: number; readonly unit?: string } & Condition) => {
  const base = decimals === 0 ? Bound.int() : Bound
  const from = min === undefined ? base : base.min(min)
  return {
    kind: 'number' as const,
    decimals,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...rest,
    schema: (max === undefined ? from : from.max(max)).optional(),
  }
}
/** A number that is never left out. */
export const requiredNumber = (
  options: { readonly min: number; readonly max: number; readonly fallback: number } & Condition,
) => ({
  kind: 'number' as const,
  decimals: 0,
  ...options,
  schema: z.number().int().min(options.min).max(options.max).default(options.fallback),
})

interface OptionConditions {
  /** Options that are offered only where another field has one of these values. */
  readonly optionsOnlyIf?: Readonly<Record<string, NonNullable<Condition['onlyIf']>>>
}
/** One of some values; the first one by default. */
export const choice = <const O extends string>(options: readonly O[], condition: Condition & OptionConditions = {}) => ({
  kind: 'choice' as const,
  options,
  ...condition,
  schema: z.enum(options).default(options[0] as never), // safe: one of the options
})

/** Some of several values; none means all where `least` is 0. */
export const choices = <const O extends string>(
  options: readonly O[],
  { least = 0, fallback = [], ...condition }: { readonly least?: number; readonly fallback?: readonly O[] } & Condition = {},
) => ({
  kind: 'choices' as const,
  options,
  least,
  ...condition,
  schema: z
    .array(z.enum(options))
    .min(least)
    .max(options.length)
    .default(fallback as never), // safe: some of the options
})

export const toggle = (fallback: boolean, condition: Condition = {}) => ({
  kind: 'toggle' as const,
  fallback,
  ...condition,
  schema: z.boolean().default(fallback),
})

/** Hours of a chart: one of the ranges that a dashboard offers. */
export const RANGES = [6, 24, 168, 720] as const
/** Longest range of a chart, hours. */
const MOST_HOURS = 24 * 400
export const hours = () => ({
  kind: 'hours' as const,
  schema: z.number().int().min(1).max(MOST_HOURS).default(24),
})

export const day = (condition: Condition = {}) => ({ kind: 'day' as const, ...condition, schema: Day.optional() })

/** A device by its id, whatever house is shown: commands go to it. */
export const interfaceOne = (fits: InterfaceKind) => ({ kind: 'interface' as const, fits, schema: Id })

/** An interface by its id, or a sensor of whichever house the dashboard shows. */
const interfaceOrHouseSensor = (fits: InterfaceKind) =>
  z.string().refine(text => {
    const sensor = houseSensorOf(text)
    return sensor ? fitsCategory(fits, sensor.category) : Id.safeParse(text).success
  }, 'id')
export const sensorOne = (fits: InterfaceKind) => ({
  kind: 'interface' as const,
  fits,
  ofHouse: true as const,
  schema: interfaceOrHouseSensor(fits),
})
export const optionalSensor = (fits: InterfaceKind, condition: Condition = {}) => ({
  kind: 'interface' as const,
  fits,
  ofHouse: true as const,
  ...condition,
  schema: interfaceOrHouseSensor(fits).optional(),
})
export const sensorMany = (fits: InterfaceKind, most: number, least = 1) => ({
  kind: 'interfaces' as const,
  fits,
  most,
  least,
  ofHouse: true as const,
  schema: z
    .array(interfaceOrHouseSensor(fits))
    .min(least)
    .max(most)
    .refine(ids => new Set(ids).size === ids.length, 'DUPLICATE_INTERFACE')
    .default([]),
})

/** Entities of a widget at most. */
export const MOST_ENTITIES = 50
/** None: all in reach. */
export const entityMany = (condition: Condition = {}) => ({
  kind: 'entities' as const,
  most: MOST_ENTITIES,
  ...condition,
  schema: z.array(Id).max(MOST_ENTITIES).default([]),
})
export const optionalEntity = (condition: Condition = {}) => ({ kind: 'entity' as const, ...condition, schema: Id.optional() })
export const optionalBatch = (condition: Condition = {}) => ({ kind: 'batch' as const, ...condition, schema: Id.optional() })
/** Groups of rules. */
export const ruleGroups = (most: number) => ({ kind: 'ruleGroups' as const, most, schema: z.array(Id).min(1).max(most) })

/** A page that is embedded: https alone. */
export const url = () => ({
  kind: 'url' as const,
  schema: z
    .url({ protocol: /^https$/, error: 'httpsUrl' })
    .max(2000)
    // Everybody who sees the widget would read the password.
    .refine(text => !URL.parse(text)?.username && !URL.parse(text)?.password, 'format'),
})

/** Pictures of a widget, by the names of the uploaded files. */
export const pictures = (most: number) => ({
  kind: 'pictures' as const,
  most,
  schema: z.array(z.string().min(1).max(255)).min(1).max(most),
})

/** A place of a weather forecast. */
export const City = z.object({
  name: z.string().min(1).max(150),
  region: z.string().max(150).nullable(),
  country: z.string().max(150).nullable(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})
export type City = z.infer<typeof City>
export const city = () => ({ kind: 'city' as const, schema: City })

export type WidgetField = (
  | ReturnType<typeof text | typeof requiredText | typeof longText>
  | ReturnType<typeof number | typeof requiredNumber>
  | (FieldOf<'choice', z.ZodType> & { readonly options: readonly string[] } & OptionConditions)
  | (FieldOf<'choices', z.ZodType> & { readonly options: readonly string[]; readonly least: number })
  | ReturnType<typeof toggle | typeof hours | typeof day>
  | ReturnType<typeof interfaceOne | typeof sensorOne | typeof optionalSensor | typeof sensorMany>
  | ReturnType<typeof entityMany | typeof optionalEntity | typeof optionalBatch | typeof ruleGroups>
  | ReturnType<typeof url | typeof pictures | typeof city>
) &
  Condition
export type WidgetFields = Readonly<Record<string, WidgetField>>
