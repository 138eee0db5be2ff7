import { type BodyOf, minOutputOf } from '@steading/contract/rulebody'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { KnownOf } from './known.ts'
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

export const pointsOf = (inputs: BodyOf<'PROPORTIONAL'>['inputs']): ProportionalPoints => ({
  ...inputs,
  minOutput: minOutputOf(inputs),
})

/** The temperature at which a proportional rule gives all it has, °C. */
export const fullAt = (mode: Mode, { setPoint, band }: Pick<ProportionalPoints, 'setPoint' | 'band'>): number =>
  mode === 'COOL' ? setPoint + band : setPoint - band

/** Where it begins, and where it gives all it has. */
export const proportionalActs = (mode: Mode, points: ProportionalPoints, t: Translate): string =>
  t(mode === 'COOL' ? 'rule.risesWithHeat' : 'rule.risesWithCold', {
    min: percent(points.minOutput, t),
    from: degrees(points.setPoint, t),
    max: percent(points.maxOutput, t),
    full: degrees(fullAt(mode, points), t),
  })

/** What it works with, whatever its set point is. */
export function proportionalWorks(inputs: Inputs, knownOf: KnownOf, t: Translate): string[] {
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

export const proportionalSentences = ({ inputs }: BodyOf<'PROPORTIONAL'>, knownOf: KnownOf, t: Translate): string[] => [
  proportionalActs(inputs.mode, pointsOf(inputs), t),
  ...proportionalWorks(inputs, knownOf, t),
]
