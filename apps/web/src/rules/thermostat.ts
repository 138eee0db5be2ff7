import type { BodyOf } from '@steading/contract/rulebody'
import { duration, signed } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { KnownOf } from './known.ts'
import { degrees, restWords, settingOf, wiringWords } from './wiring.ts'

type Inputs = BodyOf<'THERMOSTAT' | 'CYCLE_THERMOSTAT'>['inputs']
type Mode = Inputs['mode']

/** °C */
export interface ThermostatPoints {
  readonly setPoint: number
  readonly differential: number
}

/** The temperature at which a thermostat switches on, °C. */
export const switchesAt = (mode: Mode, { setPoint, differential }: ThermostatPoints): number =>
  mode === 'COOL' ? setPoint + differential : setPoint - differential

/** When it switches. */
export const thermostatActs = (mode: Mode, points: ThermostatPoints, t: Translate): string =>
  t(mode === 'COOL' ? 'rule.cools' : 'rule.heats', { on: degrees(switchesAt(mode, points), t), off: degrees(points.setPoint, t) })

/** What it works with, whatever its set point is. */
export const thermostatWorks = (inputs: Inputs, knownOf: KnownOf, t: Translate): string[] => [
  ...wiringWords(inputs, knownOf, t),
  ...restWords(inputs, t),
  t('rule.withoutSensors', {
    duration: duration(inputs.staleAfter, t),
    value: settingOf(inputs.outputs, inputs.safeValue ?? inputs.mode === 'COOL', knownOf, t),
  }),
]

export function thermostatSentences({ inputs }: BodyOf<'THERMOSTAT'>, knownOf: KnownOf, t: Translate): string[] {
  const { mode, setPoint, differential, reference, refSensor, offset, spMin, spMax } = inputs
  const acts =
    reference === 'SENSOR' && refSensor !== undefined
      ? [
          t('rule.follows', {
            sensor: knownOf(refSensor).name,
            offset: `${signed(offset, t, 1)}\u00a0°C`,
            min: degrees(spMin, t),
            max: degrees(spMax, t),
            setPoint: degrees(setPoint, t),
          }),
          t(mode === 'COOL' ? 'rule.followsCools' : 'rule.followsHeats', { differential: degrees(differential, t) }),
        ]
      : [thermostatActs(mode, inputs, t)]
  return [...acts, ...thermostatWorks(inputs, knownOf, t)]
}
