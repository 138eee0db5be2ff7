import { duration, exactQuantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { valueWords } from '../../interfaces/index.ts'
import type { InterfaceLookup } from './interfaceLookup.ts'

/** What rules of several templates say of their sensors and devices. */

export const degrees = (value: number, t: Translate) => exactQuantity(value, '°C', t, 1)
export const percent = (value: number, t: Translate) => exactQuantity(value, '%', t, 0)

export const namesOf = (ids: readonly string[], knownOf: InterfaceLookup): string => ids.map(id => knownOf(id).name).join(', ')

/** A value as the devices say it, told by the first of them. */
export const settingWords = (ids: readonly string[], value: boolean | number, knownOf: InterfaceLookup, t: Translate): string => {
  const [first] = ids
  return first === undefined ? '' : valueWords(knownOf(first), value, t)
}

interface Sensors {
  readonly sensors: readonly string[]
  readonly aggregation: 'AVG' | 'MIN' | 'MAX'
}

const sources = { AVG: 'rule.source.average', MIN: 'rule.source.lowest', MAX: 'rule.source.highest' } as const satisfies Record<
  Sensors['aggregation'],
  TextKey
>

/** Which sensors it goes by. */
export const sourceWords = ({ sensors, aggregation }: Sensors, knownOf: InterfaceLookup, t: Translate): string =>
  t(sensors.length > 1 ? sources[aggregation] : 'rule.source.one', { sensors: namesOf(sensors, knownOf) })

interface WiredInputs extends Sensors {
  readonly outputs: readonly string[]
  readonly setPointOut?: string | undefined
}

/** Which devices it operates, by which sensors. */
export const wiringWords = (inputs: WiredInputs, knownOf: InterfaceLookup, t: Translate): string[] => [
  t('rule.operates', { devices: namesOf(inputs.outputs, knownOf) }),
  sourceWords(inputs, knownOf, t),
  ...(inputs.setPointOut ? [t('rule.writesSetPoint', { device: knownOf(inputs.setPointOut).name })] : []),
]

/** The shortest times on and off, where there are any. */
export const minimumTimeWords = (
  { minOn, minOff }: { readonly minOn: number; readonly minOff: number },
  t: Translate,
): string[] => (minOn > 0 || minOff > 0 ? [t('rule.restsBetween', { on: duration(minOn, t), off: duration(minOff, t) })] : [])
