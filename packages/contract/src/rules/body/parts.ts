import { z } from 'zod'
import { Id } from '../../http/fields.ts'
import { DataType } from '../../devices/interfaces.ts'

/** What the bodies of all templates share: the envelope, the groups of sensors and outputs, the checks across fields. */

/** Stable codes of the checks across fields; each stands as the message of its issue. */
export const RULE_BODY_ERRORS = [
  'BODY_TOO_LARGE',
  'DUPLICATE_INTERFACE',
  'INTERFACE_NOT_LISTED',
  'SENSOR_NOT_NUMERIC',
  'OUTPUT_NOT_WRITABLE',
  'OUTPUT_NOT_BOOLEAN',
  'OUTPUT_NOT_NUMERIC',
  'OUTPUT_RANGE_EMPTY',
  'SAFE_VALUE_HEATS',
  'SET_POINTS_CROSSED',
  'PRE_CYCLE_AFTER_DAY_ONE',
  'CYCLE_DAYS_NOT_ASCENDING',
  'CYCLE_DAYS_DESCENDING',
  'CYCLE_DAY_OUTSIDE',
  'CYCLE_ENDS_BEFORE_START',
  'TERMINAL_MISSING',
  'REFERENCE_SENSOR_MISSING',
  'SET_POINT_RANGE_EMPTY',
  'OPERATOR_NOT_ALLOWED',
  'VALUE_NOT_COMPARABLE',
  'REFERENCE_MISSING',
  'REFERENCE_NOT_EXPECTED',
  'REFERENCE_NOT_POSITIVE',
  'OFFSETS_NOT_ASCENDING',
  'INTERVAL_ENDS_EARLY',
  'INTERVAL_OUTPUT_UNKNOWN',
  'INTERVALS_OVERLAP',
  'ACTION_OF_OTHER_TYPE',
] as const
export type RuleBodyError = (typeof RULE_BODY_ERRORS)[number]

/** A body travels to a box in one piece. */
export const MAX_RULE_BODY_BYTES = 65_536

export const RuleInterface = z.object({
  id: Id,
  /** Absent: the terminal that runs the rule. */
  terminalId: Id.optional(),
  dataType: DataType,
  /** What is compared: the value (GAUGE, STATE), its increment per hour (COUNTER), feedback minus command (COMMAND). */
  kind: z.enum(['GAUGE', 'COUNTER', 'STATE', 'COMMAND']),
  /** Seconds between samples; 0: it is sent when it changes. Booleans, texts, states and commands always are. */
  every: z.int().min(0).max(86_400).default(60),
  /** Decimals of a written value. */
  decimals: z.int().min(0).max(3).default(1),
  /** COUNTER: the register starts again at 0 after modulus − 1. */
  modulus: z.number().positive().optional(),
  /** COUNTER: the most that it can grow in a minute; more is a fault of the meter. */
  maxRate: z.number().positive().optional(),
  /** COUNTER: it is calculated from other registers, so that its increments have a sign and no bound. */
  calculated: z.literal(true).optional(),
  /** COUNTER: what the register is reckoned by, filled in by who runs the rule. Once it changes, registers do not compare. */
  base: z.string().max(1000).optional(),
})
export type RuleInterface = z.infer<typeof RuleInterface>

/**
 * Local time for a rule that needs it: from each instant (UTC ms) on, how many minutes local time is ahead of UTC. Ascending,
 * the first from 0; who deploys the rule fills it in from the zone of the terminal.
 */
export const offsets = z
  .array(z.object({ from: z.int().min(0), minutes: z.int().min(-1080).max(1080) }))
  .min(1)
  .max(120)
export type Offsets = z.infer<typeof offsets>

export const envelope = {
  id: Id,
  version: z.int().min(1),
  /** IANA zone of the terminal. */
  timeZone: z.string().min(1).max(64),
  /** Every interface that the rule reads or writes. */
  interfaces: z.array(RuleInterface).min(1).max(64),
}

export const sensorGroup = {
  sensors: z.array(Id).min(1).max(8),
  aggregation: z.enum(['AVG', 'MIN', 'MAX']).default('AVG'),
  /** Seconds without a good reading after which a sensor counts as lost. */
  staleAfter: z.int().min(60).max(3600).default(300),
}

export const outputGroup = {
  outputs: z.array(Id).min(1).max(8),
  /** Where the set-point in force is written. */
  setPointOut: Id.optional(),
}

/** Shortest times on and off, s. */
export const shortestTimes = {
  minOn: z.int().min(0).max(3600).default(60),
  minOff: z.int().min(0).max(3600).default(60),
}

export const mode = z.enum(['COOL', 'HEAT'])
export const setPoint = z.number().min(-20).max(60)
/** °C away from the set-point at which it switches on. */
export const differential = z.number().min(0.1).max(10).default(1)

export const percent = z.int().min(0).max(100)

export type Context = z.core.$RefinementCtx
export type Path = readonly (string | number)[]
interface Listed {
  readonly interfaces: readonly RuleInterface[]
}

export const refuse = (context: Context, code: RuleBodyError, ...path: Path): void => {
  context.addIssue({ code: 'custom', message: code, path: [...path] })
}

export const isNumeric = (ruleInterface: RuleInterface): boolean =>
  ruleInterface.dataType === 'DECIMAL' || ruleInterface.dataType === 'INTEGER'

/** The listed interface; refuses one that is not. */
export const listed = (body: Listed, id: string, context: Context, ...path: Path): RuleInterface | undefined => {
  const found = body.interfaces.find(item => item.id === id)
  if (!found) refuse(context, 'INTERFACE_NOT_LISTED', ...path)
  return found
}

const distinct = (ids: readonly string[], context: Context, ...path: Path): void => {
  for (const [at, id] of ids.entries()) if (ids.indexOf(id) < at) refuse(context, 'DUPLICATE_INTERFACE', ...path, at)
}

export const checkEnvelope = (body: Listed, context: Context): void => {
  distinct(
    body.interfaces.map(item => item.id),
    context,
    'interfaces',
  )
  if (new TextEncoder().encode(JSON.stringify(body)).length > MAX_RULE_BODY_BYTES) refuse(context, 'BODY_TOO_LARGE')
}

export const checkOffsets = (body: { readonly offsets: Offsets }, context: Context): void => {
  const ascending = body.offsets.every(({ from }, k, all) => (k === 0 ? from === 0 : from > all[k - 1]!.from))
  if (!ascending) refuse(context, 'OFFSETS_NOT_ASCENDING', 'offsets')
}

export const checkSensor = (body: Listed, id: string, context: Context, ...path: Path): void => {
  const sensor = listed(body, id, context, ...path)
  if (sensor && !(isNumeric(sensor) && sensor.kind === 'GAUGE')) refuse(context, 'SENSOR_NOT_NUMERIC', ...path)
}

export const checkSensors = (body: Listed & { inputs: { sensors: readonly string[] } }, context: Context): void => {
  distinct(body.inputs.sensors, context, 'inputs', 'sensors')
  for (const [at, id] of body.inputs.sensors.entries()) checkSensor(body, id, context, 'inputs', 'sensors', at)
}

type Values = 'BOOLEAN' | 'NUMERIC'

export const checkOutput = (body: Listed, id: string, values: Values, context: Context, ...path: Path): void => {
  const output = listed(body, id, context, ...path)
  if (!output) return
  if (output.kind !== 'COMMAND') refuse(context, 'OUTPUT_NOT_WRITABLE', ...path)
  else if (values === 'NUMERIC' ? !isNumeric(output) : output.dataType !== 'BOOLEAN')
    refuse(context, values === 'NUMERIC' ? 'OUTPUT_NOT_NUMERIC' : 'OUTPUT_NOT_BOOLEAN', ...path)
}

/** The inputs that name outputs, by their names; each output stands in one of them, once. */
type Written = Readonly<Record<string, { readonly ids: string | readonly string[] | undefined; readonly values: Values }>>

export const checkWritten = (body: Listed, written: Written, context: Context): void => {
  const seen = new Set<string>()
  for (const [name, { ids, values }] of Object.entries(written))
    for (const [at, id] of [ids ?? []].flat().entries()) {
      const path = typeof ids === 'string' ? ['inputs', name] : ['inputs', name, at]
      if (seen.has(id)) refuse(context, 'DUPLICATE_INTERFACE', ...path)
      else checkOutput(body, id, values, context, ...path)
      seen.add(id)
    }
}

type Outputs = Listed & { inputs: { outputs: readonly string[]; setPointOut?: string | undefined } }

export const checkOutputs = (body: Outputs, values: Values, context: Context): void => {
  const { outputs, setPointOut } = body.inputs
  checkWritten(body, { outputs: { ids: outputs, values }, setPointOut: { ids: setPointOut, values: 'NUMERIC' } }, context)
}
