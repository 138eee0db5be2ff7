import {
  ActuationBody,
  AlarmBody,
  CloudAlarmBody,
  CycleDoubleThermostatBody,
  CycleProportionalBody,
  CycleThermostatBody,
  DoubleThermostatBody,
  ForcedSchedulerBody,
  ProportionalBody,
  SchedulerBody,
  ThermostatBody,
} from '@steading/contract/rules/body'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import { z } from 'zod'

/**
 * What can be filled in for each kind of rule. Bounds, choices and what a form begins with are those of the bodies; here stands
 * what a body does not say: of which type an input is on a form, on which tab it stands, and which interfaces may be chosen.
 */

const shapes = {
  CYCLE_THERMOSTAT: CycleThermostatBody.shape.inputs.shape,
  CYCLE_DOUBLE_THERMOSTAT: CycleDoubleThermostatBody.shape.inputs.shape,
  CYCLE_PROPORTIONAL: CycleProportionalBody.shape.inputs.shape,
  THERMOSTAT: ThermostatBody.shape.inputs.shape,
  DOUBLE_THERMOSTAT: DoubleThermostatBody.shape.inputs.shape,
  PROPORTIONAL: ProportionalBody.shape.inputs.shape,
  ALARM_WITHOUT_ACTUATION: AlarmBody.shape.inputs.shape,
  ALARM_WITH_ACTUATION: ActuationBody.shape.inputs.shape,
  CLOUD_ALARM: CloudAlarmBody.shape.inputs.shape,
  SCHEDULER: SchedulerBody.shape.inputs.shape,
  FORCED_SCHEDULER: ForcedSchedulerBody.shape.inputs.shape,
} as const satisfies Record<Engine, z.ZodRawShape>

/** What the form adds to a field of a body. */
type InputDefinition = Omit<TemplateInput, 'id' | 'required' | 'defaultValue' | 'min' | 'max' | 'enumEntries' | 'inputs'> & {
  /** Of what is entered several times: what is filled in for each. */
  readonly each?: Readonly<Record<string, InputDefinition>>
}

const figures = { dataTypes: ['DECIMAL', 'INTEGER'] } satisfies TemplateInput['filters']
const switches = { dataTypes: ['BOOLEAN'], kinds: ['COMMAND'] } satisfies TemplateInput['filters']
const levels = { ...figures, kinds: ['COMMAND'] } satisfies TemplateInput['filters']

const outputs = (filters: TemplateInput['filters']): InputDefinition => ({
  group: 'actions',
  type: 'DROPGROUP',
  action: 'OUTPUT',
  filters,
})
const shown = {
  group: 'actions',
  type: 'ENTITY',
  inputEntityType: 'INTERFACE',
  filters: levels,
} as const satisfies InputDefinition
const degrees = { group: 'regulation', type: 'DECIMAL', unit: '°C' } as const satisfies InputDefinition
const share = { group: 'regulation', type: 'INTEGER', unit: '%' } as const satisfies InputDefinition
const lasting = { group: 'actions', type: 'INTEGER', unit: 's', duration: true } as const satisfies InputDefinition

const sensors = {
  sensors: { group: 'sensors', type: 'DROPGROUP', action: 'INPUT', filters: { ...figures, kinds: ['GAUGE'] } },
  aggregation: { group: 'sensors', type: 'ENUM' },
  staleAfter: { group: 'sensors', type: 'INTEGER', unit: 's', duration: true },
} as const satisfies Record<string, InputDefinition>
const mode = { mode: { group: 'regulation', type: 'ENUM' } } as const satisfies Record<string, InputDefinition>
const rests = { minOn: lasting, minOff: lasting } as const
const safeState = { safeValue: { group: 'actions', type: 'BOOLEAN' } } as const satisfies Record<string, InputDefinition>

const thermostat = { ...sensors, ...mode, outputs: outputs(switches), setPointOut: shown, ...rests, ...safeState }
const double = {
  ...sensors,
  heatOutputs: outputs(switches),
  coolOutputs: outputs(switches),
  heatSetPointOut: shown,
  coolSetPointOut: shown,
  ...rests,
  changeOver: lasting,
  ...safeState,
}
const levelled = { ...sensors, ...mode } as const
const proportional = {
  outputs: outputs(levels),
  setPointOut: shown,
  step: share,
  maxSlew: { ...share, unit: '%/min' },
  minSpeed: share,
  cycleTime: { ...lasting, group: 'regulation' },
  safeValue: { ...share, group: 'actions' },
} as const satisfies Record<string, InputDefinition>

const doublePoints = {
  heatSetPoint: degrees,
  heatDifferential: degrees,
  coolSetPoint: degrees,
  coolDifferential: degrees,
} as const
const thermostatPoints = { setPoint: degrees, differential: degrees } as const
const proportionalPoints = { setPoint: degrees, band: degrees, minOutput: share, maxOutput: share } as const
const cycleOf = (points: Readonly<Record<string, InputDefinition>>) =>
  ({
    cycle: { group: 'cycle', type: 'CYCLEGROUP', each: points },
    interpolation: { group: 'cycle', type: 'ENUM' },
  }) as const satisfies Record<string, InputDefinition>

const telling = {
  permanenceTime: { group: 'lines', type: 'TIME' },
  repetitionTime: { group: 'lines', type: 'TIME' },
  notificationLimit: { group: 'lines', type: 'INTEGER' },
} as const satisfies Record<string, InputDefinition>
const lines = {
  lines: { group: 'lines', type: 'DROPGROUP', action: 'INPUT', each: telling },
  lineLogic: { group: 'lines', type: 'ENUM' },
} as const satisfies Record<string, InputDefinition>
const followed = { input: 'reference', is: 'SENSOR' } as const
/** Of an output that takes figures: a figure. */
const ordered = { group: 'actions', type: 'BOOLEAN' } as const satisfies InputDefinition
const week = {
  outputs: outputs({ kinds: ['COMMAND'] }),
  lines: { group: 'schedule', type: 'SCHEDULER' },
  callbackValue: { ...ordered, group: 'schedule' },
} as const satisfies Record<string, InputDefinition>

const inputSpecs: { readonly [E in Engine]: Readonly<Record<keyof (typeof shapes)[E], InputDefinition>> } = {
  CYCLE_THERMOSTAT: { ...thermostat, ...cycleOf(thermostatPoints) },
  CYCLE_DOUBLE_THERMOSTAT: { ...double, ...cycleOf(doublePoints) },
  CYCLE_PROPORTIONAL: { ...levelled, ...proportional, ...cycleOf(proportionalPoints) },
  THERMOSTAT: {
    ...thermostat,
    reference: { group: 'regulation', type: 'ENUM' },
    setPoint: degrees,
    differential: degrees,
    refSensor: {
      group: 'regulation',
      type: 'ENTITY',
      inputEntityType: 'INTERFACE',
      when: followed,
      filters: sensors.sensors.filters,
    },
    offset: { ...degrees, when: followed },
    spMin: { ...degrees, when: followed },
    spMax: { ...degrees, when: followed },
  },
  DOUBLE_THERMOSTAT: { ...double, ...doublePoints },
  // What it aims at and how far it goes stand above how it gets there.
  PROPORTIONAL: { ...levelled, ...proportionalPoints, ...proportional },
  ALARM_WITHOUT_ACTUATION: lines,
  ALARM_WITH_ACTUATION: {
    ...lines,
    outputs: outputs({ kinds: ['COMMAND'] }),
    onValue: ordered,
    offValue: ordered,
    maxOnTime: { group: 'actions', type: 'INTEGER', unit: 'min' },
  },
  CLOUD_ALARM: lines,
  SCHEDULER: week,
  FORCED_SCHEDULER: week,
}

interface Json {
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Json[]
}

const least = (found: readonly (number | undefined)[]) => found.filter(one => one !== undefined)

/** What the body says of a field. */
function boundsOf(schema: z.ZodType): Omit<TemplateInput, 'id' | 'group' | 'type'> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json // safe: the members of JSON Schema
  const forms = [json, ...(json.anyOf ?? [])]
  const constant = (one: Json) => (typeof one.const === 'number' ? one.const : undefined)
  const mins = least(forms.flatMap(form => [form.minimum, form.minItems, constant(form)]))
  const maxs = least(forms.flatMap(form => [form.maximum, form.maxItems, constant(form)]))
  return {
    required: !schema.safeParse(undefined).success,
    ...(json.default !== undefined && { defaultValue: json.default }),
    ...(mins.length > 0 && { min: Math.min(...mins) }),
    ...(maxs.length > 0 && { max: Math.max(...maxs) }),
    ...(json.enum && { enumEntries: [...json.enum] }),
  }
}

const inputsFrom = (
  fields: Readonly<Record<string, z.ZodType>>,
  of: Readonly<Record<string, InputDefinition>>,
): TemplateInput[] =>
  Object.entries(of).map(([id, { each, ...rest }]) => {
    const schema = fields[id]
    if (!schema) throw new Error(`no body has the input ${id}`)
    return { id, ...rest, ...boundsOf(schema), ...(each && { inputs: inputsFrom(entryOf(schema), each) }) }
  })

/** The fields of one entry of what is entered several times: of a cycle's last day, of an alarm's first kind of line. */
function entryOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodArray) return entryOf(schema.element as z.ZodType) // safe: what a zod array holds is a zod type
  if (schema instanceof z.ZodDiscriminatedUnion) return entryOf(schema.options[0] as z.ZodType) // safe: as above
  if (!(schema instanceof z.ZodObject)) throw new Error('nothing with fields is entered there')
  const fields = schema.shape as Record<string, z.ZodType> // safe: as above
  return fields['lastDay'] ? entryOf(fields['lastDay']) : fields
}

const catalogue = new Map<Engine, readonly TemplateInput[]>()

/** Every input that a rule of this engine has, in the order of forms. */
export function inputsOf(engine: Engine): readonly TemplateInput[] {
  let found = catalogue.get(engine)
  if (!found) catalogue.set(engine, (found = inputsFrom(shapes[engine], inputSpecs[engine])))
  return found
}
