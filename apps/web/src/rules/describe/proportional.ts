import { type BodyOf, minOutputOf } from '@steading/contract/rules/body'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { InterfaceLookup } from './interfaceLookup.ts'
import { degrees, percent, wiringWords } from './wiring.ts'

type Inputs = BodyOf<'PROPORTIONAL' | 'CYCLE_PROPORTIONAL'>['inputs']
type Mode = Inputs['mode']

/** °C and % */
export interface ProportionalPoints {
  readonly setPoint: number
  readonly band: number
  readonly minOutput: number
  readonly maxOutput: number
}

export const toPoints = (inputs: BodyOf<'PROPORTIONAL'>['inputs']): ProportionalPoints => ({
  ...inputs,
  minOutput: minOutputOf(inputs),
})

/** The temperature at which a proportional rule gives all it has, °C. */
export const fullOutputAt = (mode: Mode, { setPoint, band }: Pick<ProportionalPoints, 'setPoint' | 'band'>): number =>
  mode === 'COOL' ? setPoint + band : setPoint - band

/** Where it begins, and where it gives all it has. */
export const proportionalAction = (mode: Mode, points: ProportionalPoints, t: Translate): string =>
  t(mode === 'COOL' ? 'rule.risesWithHeat' : 'rule.risesWithCold', {
    min: percent(points.minOutput, t),
    from: degrees(points.setPoint, t),
    max: percent(points.maxOutput, t),
    full: degrees(fullOutputAt(mode, points), t),
  })

/** Sensors, outputs and safety values, independent of the set point. */
export function proportionalWiring(inputs: Inputs, knownOf: InterfaceLookup, t: Translate): string[] {
  const { mode, minSpeed, cycleTime, maxSlew } = inputs
  return [
    ...wiringWords(inputs, knownOf, t),
    ...(maxSlew > 0 ? [t('rule.changesSlowly', { rate: percent(maxSlew, t) })] : []),
    ...(cycleTime > 0 && minSpeed > 0
      ? [t('rule.runsInCycles', { speed: percent(minSpeed, t), duration: duration(cycleTime, t) })]
      : []),
    t('rule.withoutSensors', {
      duration: duration(inputs.staleAfter, t),
      value: percent(mode === 'HEAT' ? 0 : (inputs.safeValue ?? 40), t),
    }),
  ]
}

export const proportionalSentences = ({ inputs }: BodyOf<'PROPORTIONAL'>, knownOf: InterfaceLookup, t: Translate): string[] => [
  proportionalAction(inputs.mode, toPoints(inputs), t),
  ...proportionalWiring(inputs, knownOf, t),
]
