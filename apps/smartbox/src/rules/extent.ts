import type { RuleBody } from '@steading/contract/rulebody'
import type { Value } from '../platform/driver.ts'

/** What a rule may write to one of its outputs: the ends of a range, or every value. The device has to take them. */
export const extentOf = (body: RuleBody, output: string): readonly Value[] => {
  const known = (...values: readonly (Value | undefined)[]) => values.filter(value => value !== undefined)
  switch (body.template) {
    case 'SCHEDULER':
    case 'FORCED_SCHEDULER': {
      const intervals = body.inputs.lines.flatMap(line => line.intervals)
      const own = intervals.filter(({ interfaceId }) => interfaceId === undefined || interfaceId === output)
      return [body.inputs.callbackValue, ...own.map(({ action }) => action)]
    }
    case 'ALARM_WITH_ACTUATION':
      return [body.inputs.onValue, body.inputs.offValue]
    case 'THERMOSTAT': {
      const { setPointOut, setPoint, reference, spMin, spMax } = body.inputs
      if (setPointOut !== output) return []
      return reference === 'SENSOR' ? [setPoint, spMin, spMax] : [setPoint]
    }
    case 'CYCLE_THERMOSTAT':
      return body.inputs.setPointOut === output ? entriesOf<SetPoint>(body.inputs.cycle).map(one => one.setPoint) : []
    case 'DOUBLE_THERMOSTAT':
      return sidesOf(body.inputs, [body.inputs], output)
    case 'CYCLE_DOUBLE_THERMOSTAT':
      return sidesOf(body.inputs, entriesOf<SetPoints>(body.inputs.cycle), output)
    case 'PROPORTIONAL': {
      const { setPointOut, setPoint, minOutput, maxOutput, safeValue } = body.inputs
      return setPointOut === output ? [setPoint] : known(minOutput, maxOutput, safeValue)
    }
    case 'CYCLE_PROPORTIONAL': {
      const entries = entriesOf<Output>(body.inputs.cycle)
      if (body.inputs.setPointOut === output) return entries.map(one => one.setPoint)
      return known(body.inputs.safeValue, ...entries.flatMap(one => [one.minOutput, one.maxOutput]))
    }
    case 'ALARM_WITHOUT_ACTUATION':
    case 'CLOUD_ALARM':
      return []
  }
}

interface Cycle<P> {
  readonly preCycle: P
  readonly dayOne: P
  readonly days: readonly P[]
  readonly lastDay: P
}

const entriesOf = <P>({ preCycle, dayOne, days, lastDay }: Cycle<P>): readonly P[] => [preCycle, dayOne, ...days, lastDay]

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
  entries: readonly SetPoints[],
  output: string,
): readonly number[] => [
  ...(heatSetPointOut === output ? entries.map(one => one.heatSetPoint) : []),
  ...(coolSetPointOut === output ? entries.map(one => one.coolSetPoint) : []),
]
