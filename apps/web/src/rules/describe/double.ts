import type { BodyOf } from '@steading/contract/rules/body'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { InterfaceLookup } from './interfaceLookup.ts'
import { degrees, namesOf, minimumTimeWords, settingWords, sourceWords } from './wiring.ts'

type Inputs = BodyOf<'DOUBLE_THERMOSTAT' | 'CYCLE_DOUBLE_THERMOSTAT'>['inputs']

/** °C */
export interface DoublePoints {
  readonly heatSetPoint: number
  readonly heatDifferential: number
  readonly coolSetPoint: number
  readonly coolDifferential: number
}

/** The temperatures at which each side switches on, °C. */
export const switchOnTemperatures = (points: DoublePoints) => ({
  heatOn: points.heatSetPoint - points.heatDifferential,
  coolOn: points.coolSetPoint + points.coolDifferential,
})

/** When each side switches. */
export function doubleAction(points: DoublePoints, t: Translate): string {
  const { heatOn, coolOn } = switchOnTemperatures(points)
  return t('rule.double.acts', {
    heatOn: degrees(heatOn, t),
    heatOff: degrees(points.heatSetPoint, t),
    coolOn: degrees(coolOn, t),
    coolOff: degrees(points.coolSetPoint, t),
  })
}

/** Sensors, outputs and safety values, independent of the set points. */
export function doubleWiring(inputs: Inputs, knownOf: InterfaceLookup, t: Translate): string[] {
  const { heatOutputs, coolOutputs, heatSetPointOut, coolSetPointOut, changeOver } = inputs
  return [
    changeOver > 0 ? t('rule.double.changesOver', { duration: duration(changeOver, t) }) : t('rule.double.never'),
    t('rule.double.operates', { heating: namesOf(heatOutputs, knownOf), cooling: namesOf(coolOutputs, knownOf) }),
    sourceWords(inputs, knownOf, t),
    ...(heatSetPointOut ? [t('rule.double.writesHeat', { device: knownOf(heatSetPointOut).name })] : []),
    ...(coolSetPointOut ? [t('rule.double.writesCool', { device: knownOf(coolSetPointOut).name })] : []),
    ...minimumTimeWords(inputs, t),
    t('rule.double.withoutSensors', {
      duration: duration(inputs.staleAfter, t),
      value: settingWords(coolOutputs, inputs.safeValue, knownOf, t),
    }),
  ]
}

export const doubleSentences = ({ inputs }: BodyOf<'DOUBLE_THERMOSTAT'>, knownOf: InterfaceLookup, t: Translate): string[] => [
  doubleAction(inputs, t),
  ...doubleWiring(inputs, knownOf, t),
]
