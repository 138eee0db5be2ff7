/** What was filled in of a rule, by the id of the input. */
export type Inputs = Readonly<Record<string, unknown>>

/** A figure of a rule that its sensors are held against. */
export interface Threshold {
  /** Where it stands among the inputs: `setPoint`, `lines.2.inputValue`. */
  readonly path: string
  readonly interfaceIds: readonly string[]
  readonly value: number
  readonly side: 'above' | 'below' | 'none'
}

const SET_POINTS = ['setPoint', 'heatSetPoint', 'coolSetPoint'] as const

interface Condition {
  readonly interfaceId?: string
  readonly logicOperator?: string
  readonly inputValue?: unknown
  readonly relativeTo?: string
  readonly isCyclical?: boolean
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const ids = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one: unknown) => typeof one === 'string' && one !== '')
const conditionsOf = (inputs: Inputs): Condition[] =>
  Array.isArray(inputs['lines']) ? inputs['lines'].map((one: unknown): Condition => (isRecord(one) ? one : {})) : []

/** Every interface whose readings the rule looks at. */
export const readIds = (inputs: Inputs): string[] => [
  ...new Set([
    ...ids(inputs['sensors']),
    ...(inputs['reference'] === 'SENSOR' ? ids(inputs['refSensor']) : []),
    ...conditionsOf(inputs).flatMap(({ interfaceId }) => ids(interfaceId)),
  ]),
]

const sideOf = (operator = ''): Threshold['side'] =>
  operator.startsWith('GREATER') ? 'above' : operator.startsWith('LESS') ? 'below' : 'none'

/** The figures that stand fixed; what follows another sensor, a curve or the age of the animals is no line across. */
export function thresholdsOf(inputs: Inputs): Threshold[] {
  const moves = 'cycle' in inputs || inputs['reference'] === 'SENSOR'
  const points = moves ? [] : SET_POINTS
  return [
    ...points.flatMap((path): Threshold[] => {
      const value = inputs[path]
      return typeof value === 'number' ? [{ path, interfaceIds: ids(inputs['sensors']), value, side: 'none' }] : []
    }),
    ...conditionsOf(inputs).flatMap(
      ({ interfaceId, logicOperator, inputValue: value, relativeTo, isCyclical }, at): Threshold[] =>
        typeof value === 'number' && relativeTo === undefined && isCyclical !== true
          ? [{ path: `lines.${at}.inputValue`, interfaceIds: ids(interfaceId), value, side: sideOf(logicOperator) }]
          : [],
    ),
  ]
}

/** The input that changes when a value is set, anew, and which part of it was touched. */
export function moved(inputs: Inputs, path: string, value: number | string | undefined) {
  const [id = '', ...way] = path.split('.')
  return { id, value: withAt(inputs[id], way, value), touched: way.length > 0 ? way.join('.') : undefined }
}

/** The same with another value at the end of the way; a way that leads nowhere changes nothing. */
function withAt(of: unknown, [name, ...way]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(of)) return of.map((one: unknown, at) => (at === Number(name) ? withAt(one, way, value) : one))
  return isRecord(of) ? { ...of, [name]: withAt(of[name], way, value) } : of
}
