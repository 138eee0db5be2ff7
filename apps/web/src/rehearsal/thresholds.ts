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
    ...conditionsOf(inputs).flatMap(({ interfaceId, logicOperator, inputValue: value, relativeTo }, at): Threshold[] =>
      typeof value === 'number' && relativeTo === undefined
        ? [{ path: `lines.${at}.inputValue`, interfaceIds: ids(interfaceId), value, side: sideOf(logicOperator) }]
        : [],
    ),
  ]
}

/** The input that changes when a figure is moved, anew, and which part of it was touched. */
export function moved(inputs: Inputs, path: string, value: number) {
  const [id = '', at, name] = path.split('.')
  const list = inputs[id]
  if (at === undefined || name === undefined || !Array.isArray(list)) return { id, value, touched: undefined }
  const changed = list.map((one: unknown, place) => (place === Number(at) && isRecord(one) ? { ...one, [name]: value } : one))
  return { id, value: changed, touched: `${at}.${name}` }
}
