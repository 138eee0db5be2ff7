import type { Value } from '@steading/contract/devices/interfaces'
import type { RuleBody } from '@steading/contract/rules/body'

/** A value that a rule may write to an output. */
export interface WritableValue {
  /** Dotted path below the inputs of the body. */
  readonly at: string
  readonly value: Value
}

/** Values that a rule may write to one of its outputs: the ends of a range, or every value. The actuator must accept them. */
export const writableValues = (body: RuleBody, output: string): readonly WritableValue[] => {
  switch (body.template) {
    case 'SCHEDULER':
    case 'FORCED_SCHEDULER': {
      const actions = body.inputs.lines.flatMap(({ intervals }, line) =>
        intervals.flatMap(({ interfaceId, action }, k) =>
          interfaceId === undefined || interfaceId === output ? definedMembers(`lines.${line}.intervals.${k}`, { action }) : [],
        ),
      )
      return [...definedMembers('', { callbackValue: body.inputs.callbackValue }), ...actions]
    }
    case 'ALARM_WITH_ACTUATION': {
      const { onValue, offValue } = body.inputs
      return definedMembers('', { onValue, offValue })
    }
    case 'THERMOSTAT': {
      const { setPointOut, setPoint, reference, spMin, spMax } = body.inputs
      if (setPointOut !== output) return []
      return definedMembers('', reference === 'SENSOR' ? { setPoint, spMin, spMax } : { setPoint })
    }
    case 'CYCLE_THERMOSTAT':
      if (body.inputs.setPointOut !== output) return []
      return entriesOf<SetPoint>(body.inputs.cycle).flatMap(([at, { setPoint }]) => definedMembers(at, { setPoint }))
    case 'DOUBLE_THERMOSTAT':
      return setPointValues(body.inputs, [['', body.inputs]], output)
    case 'CYCLE_DOUBLE_THERMOSTAT':
      return setPointValues(body.inputs, entriesOf<SetPoints>(body.inputs.cycle), output)
    case 'PROPORTIONAL': {
      const { setPointOut, setPoint, minOutput, maxOutput, safeValue } = body.inputs
      return definedMembers('', setPointOut === output ? { setPoint } : { minOutput, maxOutput, safeValue })
    }
    case 'CYCLE_PROPORTIONAL': {
      const { setPointOut, cycle, safeValue } = body.inputs
      const entries = entriesOf<Output>(cycle)
      if (setPointOut === output) return entries.flatMap(([at, { setPoint }]) => definedMembers(at, { setPoint }))
      return [
        ...definedMembers('', { safeValue }),
        ...entries.flatMap(([at, { minOutput, maxOutput }]) => definedMembers(at, { minOutput, maxOutput })),
      ]
    }
    case 'ALARM_WITHOUT_ACTUATION':
    case 'CLOUD_ALARM':
      return []
  }
}

/** The members that have a value. */
const definedMembers = (at: string, members: Readonly<Record<string, Value | undefined>>): readonly WritableValue[] =>
  Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [{ at: at === '' ? name : `${at}.${name}`, value }],
  )

interface Cycle<P> {
  readonly preCycle: P
  readonly dayOne: P
  readonly days: readonly P[]
  readonly lastDay: P
}

type CycleEntry<P> = readonly [at: string, entry: P]

const entriesOf = <P>({ preCycle, dayOne, days, lastDay }: Cycle<P>): readonly CycleEntry<P>[] => [
  ['cycle.preCycle', preCycle],
  ['cycle.dayOne', dayOne],
  ...days.map((day, k) => [`cycle.days.${k}`, day] as const),
  ['cycle.lastDay', lastDay],
]

interface SetPoint {
  readonly setPoint: number
}
interface Output extends SetPoint {
  readonly minOutput: number
  readonly maxOutput: number
}
interface Sides {
  readonly heatSetPointOut?: string | undefined
  readonly coolSetPointOut?: string | undefined
}
interface SetPoints {
  readonly heatSetPoint: number
  readonly coolSetPoint: number
}

const setPointValues = (
  { heatSetPointOut, coolSetPointOut }: Sides,
  entries: readonly CycleEntry<SetPoints>[],
  output: string,
): readonly WritableValue[] =>
  entries.flatMap(([at, { heatSetPoint, coolSetPoint }]) => [
    ...(heatSetPointOut === output ? definedMembers(at, { heatSetPoint }) : []),
    ...(coolSetPointOut === output ? definedMembers(at, { coolSetPoint }) : []),
  ])
