import type { BodyOf } from '@steading/contract/rules/body'
import { duration, exactDecimals, signed } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { InterfaceLookup } from './interfaceLookup.ts'
import { degrees, minimumTimeWords, settingWords, wiringWords } from './wiring.ts'

type Inputs = BodyOf<'THERMOSTAT' | 'CYCLE_THERMOSTAT'>['inputs']
type Mode = Inputs['mode']

/** °C */
export interface ThermostatPoints {
  readonly setPoint: number
  readonly differential: number
}

/** The temperature at which a thermostat switches on, °C. */
export const switchOnAt = (mode: Mode, { setPoint, differential }: ThermostatPoints): number =>
  mode === 'COOL' ? setPoint + differential : setPoint - differential

/** When it switches. */
export const thermostatAction = (mode: Mode, points: ThermostatPoints, t: Translate): string =>
  t(mode === 'COOL' ? 'rule.cools' : 'rule.heats', { on: degrees(switchOnAt(mode, points), t), off: degrees(points.setPoint, t) })

/** Sensors, outputs and safety values, independent of the set point. */
export const thermostatWiring = (inputs: Inputs, knownOf: InterfaceLookup, t: Translate): string[] => [
  ...wiringWords(inputs, knownOf, t),
  ...minimumTimeWords(inputs, t),
  t('rule.withoutSensors', {
    duration: duration(inputs.staleAfter, t),
    value: settingWords(inputs.outputs, inputs.safeValue ?? inputs.mode === 'COOL', knownOf, t),
  }),
]

export function thermostatSentences({ inputs }: BodyOf<'THERMOSTAT'>, knownOf: InterfaceLookup, t: Translate): string[] {
  const { mode, setPoint, differential, reference, refSensor, offset, spMin, spMax } = inputs
  const acts =
    reference === 'SENSOR' && refSensor !== undefined
      ? [
          t('rule.follows', {
            sensor: knownOf(refSensor).name,
            offset: `${signed(offset, t, exactDecimals(offset, 1))}\u00a0°C`,
            min: degrees(spMin, t),
            max: degrees(spMax, t),
            setPoint: degrees(setPoint, t),
          }),
          t(mode === 'COOL' ? 'rule.followsCools' : 'rule.followsHeats', { differential: degrees(differential, t) }),
        ]
      : [thermostatAction(mode, inputs, t)]
  return [...acts, ...thermostatWiring(inputs, knownOf, t)]
}
