import type { BodyOf } from '@steading/contract/rulebody'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { KnownOf } from './known.ts'
import { degrees, namesOf, restWords, settingOf, sourceWords } from './wiring.ts'

type Inputs = BodyOf<'DOUBLE_THERMOSTAT' | 'CYCLE_DOUBLE_THERMOSTAT'>['inputs']

/** °C */
export interface DoublePoints {
  readonly heatSetPoint: number
  readonly heatDifferential: number
  readonly coolSetPoint: number
  readonly coolDifferential: number
}

/** The temperatures at which each side switches on, °C. */
export const sidesAt = (points: DoublePoints) => ({
  heatOn: points.heatSetPoint - points.heatDifferential,
  coolOn: points.coolSetPoint + points.coolDifferential,
})

/** When each side switches. */
export function doubleActs(points: DoublePoints, t: Translate): string {
  const { heatOn, coolOn } = sidesAt(points)
  return t('rule.double.acts', {
    heatOn: degrees(heatOn, t),
    heatOff: degrees(points.heatSetPoint, t),
    coolOn: degrees(coolOn, t),
    coolOff: degrees(points.coolSetPoint, t),
  })
}

/** What it works with, whatever its set points are. */
export function doubleWorks(inputs: Inputs, knownOf: KnownOf, t: Translate): string[] {
  const { heatOutputs, coolOutputs, heatSetPointOut, coolSetPointOut, changeOver } = inputs
  return [
    changeOver > 0 ? t('rule.double.changesOver', { duration: duration(changeOver, t) }) : t('rule.double.never'),
    t('rule.double.operates', { heating: namesOf(heatOutputs, knownOf), cooling: namesOf(coolOutputs, knownOf) }),
    sourceWords(inputs, knownOf, t),
    ...(heatSetPointOut ? [t('rule.double.writesHeat', { device: knownOf(heatSetPointOut).name })] : []),
    ...(coolSetPointOut ? [t('rule.double.writesCool', { device: knownOf(coolSetPointOut).name })] : []),
    ...restWords(inputs, t),
    t('rule.double.withoutSensors', {
      duration: duration(inputs.staleAfter, t),
      value: settingOf(coolOutputs, inputs.safeValue, knownOf, t),
    }),
  ]
}

export const doubleSentences = ({ inputs }: BodyOf<'DOUBLE_THERMOSTAT'>, knownOf: KnownOf, t: Translate): string[] => [
  doubleActs(inputs, t),
  ...doubleWorks(inputs, knownOf, t),
]
