import { z } from 'zod'
import { Bound } from '../http/numbers.ts'
import { LANGUAGES } from '../users/languages.ts'

/** What a person fills in to make a rule of a template: each input with its type and what it is bounded by. */

/** RANGE and ARRAY are kept for templates of older platforms and show nothing. */
export const INPUT_TYPES = [
  'DECIMAL',
  'INTEGER',
  'TEXT',
  'BOOLEAN',
  'DATE',
  'TIME',
  'DATETIME',
  'DATEINTERVAL',
  'TIMEINTERVAL',
  'DATETIMEINTERVAL',
  'WEEKDAYS',
  'ENUM',
  'ENTITY',
  'DROPGROUP',
  'CYCLEGROUP',
  'SCHEDULER',
  'TIMEZONE',
  'RANGE',
  'ARRAY',
] as const
export const InputType = z.enum(INPUT_TYPES)
export type InputType = z.infer<typeof InputType>

/** The tabs of a rule's form after the first, in this order; `actions` is left out where nothing is switched. */
export const INPUT_GROUPS = ['sensors', 'lines', 'regulation', 'cycle', 'schedule', 'actions'] as const
export const InputGroup = z.enum(INPUT_GROUPS)
export type InputGroup = z.infer<typeof InputGroup>

/** Which interfaces may be chosen. */
export const InputFilters = z.strictObject({
  dataTypes: z.array(z.enum(['DECIMAL', 'INTEGER', 'BOOLEAN', 'STRING'])).optional(),
  kinds: z.array(z.enum(['GAUGE', 'COUNTER', 'STATE', 'COMMAND'])).optional(),
  /** Names of interface categories. */
  categories: z.array(z.string().min(1).max(40)).max(60).optional(),
})
export type InputFilters = z.infer<typeof InputFilters>

const words = z.partialRecord(z.enum(LANGUAGES), z.string().trim().min(1).max(150))

const own = {
  /** What the engine calls it. */
  id: z.string().regex(/^[a-zA-Z]\w{0,39}$/),
  group: InputGroup,
  type: InputType,
  required: z.boolean().default(false),
  /** What the form begins with. */
  defaultValue: z.unknown().optional(),
  /** Of a figure; of a list the fewest and the most. */
  min: Bound.optional(),
  max: Bound.optional(),
  /** A figure is a multiple of it. */
  step: Bound.positive().optional(),
  unit: z.string().max(10).optional(),
  /** The figure is seconds, shown and entered as a duration. */
  duration: z.boolean().optional(),
  enumEntries: z.array(z.string().min(1).max(60)).max(60).optional(),
  /** Of an ENTITY: what is chosen. */
  inputEntityType: z.enum(['TERMINAL', 'INTERFACE', 'ENTITIES', 'USER']).optional(),
  /** Of a DROPGROUP: what is read, or what is written. */
  action: z.enum(['INPUT', 'OUTPUT']).optional(),
  filters: InputFilters.optional(),
  /** Shown only while another input has this value. */
  when: z.strictObject({ input: z.string().max(40), is: z.string().max(60) }).optional(),
  /** The template's own words for it; without them the product's. */
  translations: words.optional(),
  /** Of a BOOLEAN: what its two values are called; without them the words of the devices, or on and off. */
  trueFalse: z.strictObject({ true: words.optional(), false: words.optional() }).optional(),
}

/** An input of a template. What is entered several times, the entries of a cycle or the lines of an alarm, has inputs of its own. */
export const TemplateInput = z.strictObject({ ...own, inputs: z.array(z.strictObject(own)).max(10).optional() })
export type TemplateInput = z.infer<typeof TemplateInput>

/** What a rule cannot be without: an entry that begins with a value may not end empty, which nobody could tell from that value. */
export const isNeeded = ({ required, defaultValue }: Pick<TemplateInput, 'required' | 'defaultValue'>): boolean =>
  required || (defaultValue !== undefined && defaultValue !== null)

/** Whether a figure is a multiple of its step, as far as floating point can tell. */
export const isOnStep = (value: number, step: number): boolean => {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-6
}
