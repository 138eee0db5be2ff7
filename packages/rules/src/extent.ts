import type { Value } from '@steading/contract/interfaces'
import type { RuleBody } from '@steading/contract/rulebody'

/** A value that a rule may write. */
export interface Extent {
  /** Where it stands below the inputs of the body, dotted. */
  readonly at: string
  readonly value: Value
}

/** What a rule may write to one of its outputs: the ends of a range, or every value. The device has to take them. */
export const extentOf = (body: RuleBody, output: string): readonly Extent[] => {
  switch (body.template) {
    case 'SCHEDULER':
    case 'FORCED_SCHEDULER': {
      const actions = body.inputs.lines.flatMap(({ intervals }, line) =>
        intervals.flatMap(({ interfaceId, action }, k) =>
          interfaceId === undefined || interfaceId === output ? known(`lines.${line}.intervals.${k}`, { action }) : [],
        ),
      )
      return [...known('', { callbackValue: body.inputs.callbackValue }), ...actions]
    }
    case 'ALARM_WITH_ACTUATION': {
      const { onValue, offValue } = body.inputs
      return known('', { onValue, offValue })
    }
    case 'THERMOSTAT': {
      const { setPointOut, setPoint, reference, spMin, spMax } = body.inputs
      if (setPointOut !== output) return []
      return known('', reference === 'SENSOR' ? { setPoint, spMin, spMax } : { setPoint })
    }
    case 'CYCLE_THERMOSTAT':
      if (body.inputs.setPointOut !== output) return []
      return entriesOf<SetPoint>(body.inputs.cycle).flatMap(([at, { setPoint }]) => known(at, { setPoint }))
    case 'DOUBLE_THERMOSTAT':
      return sidesOf(body.inputs, [['', body.inputs]], output)
    case 'CYCLE_DOUBLE_THERMOSTAT':
      return sidesOf(body.inputs, entriesOf<SetPoints>(body.inputs.cycle), output)
    case 'PROPORTIONAL': {
      const { setPointOut, setPoint, minOutput, maxOutput, safeValue } = body.inputs
      return known('', setPointOut === output ? { setPoint } : { minOutput, maxOutput, safeValue })
    }
    case 'CYCLE_PROPORTIONAL': {
      const { setPointOut, cycle, safeValue } = body.inputs
      const entries = entriesOf<Output>(cycle)
      if (setPointOut === output) return entries.flatMap(([at, { setPoint }]) => known(at, { setPoint }))
      return [
        ...known('', { safeValue }),
        ...entries.flatMap(([at, { minOutput, maxOutput }]) => known(at, { minOutput, maxOutput })),
      ]
    }
    case 'ALARM_WITHOUT_ACTUATION':
    case 'CLOUD_ALARM':
      return []
  }
}

/** Those of these members that are there. */
const known = (at: string, members: Readonly<Record<string, Value | undefined>>): readonly Extent[] =>
  Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [{ at: at === '' ? name : `${at}.${name}`, value }],
  )

interface Cycle<P> {
  readonly preCycle: P
  readonly dayOne: P
  readonly days: readonly P[]
  readonly lastDay: P
}

type Entry<P> = readonly [at: string, entry: P]

const entriesOf = <P>({ preCycle, dayOne, days, lastDay }: Cycle<P>): readonly Entry<P>[] => [
  ['cycle.preCycle', preCycle],
  ['cycle.dayOne', dayOne],
  ...days.map((one, k) => [`cycle.days.${k}`, one] as const),
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

const sidesOf = (
  { heatSetPointOut, coolSetPointOut }: Sides,
  entries: readonly Entry<SetPoints>[],
  output: string,
): readonly Extent[] =>
  entries.flatMap(([at, { heatSetPoint, coolSetPoint }]) => [
    ...(heatSetPointOut === output ? known(at, { heatSetPoint }) : []),
    ...(coolSetPointOut === output ? known(at, { coolSetPoint }) : []),
  ])
