import { type BodyOf, minOutputOf } from '@steading/contract/rulebody'
import { duration, quantity, signed } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { valueWords } from '../interfaces/index.ts'
import type { KnownOf } from './known.ts'

type Thermostat = BodyOf<'THERMOSTAT'>
type Proportional = BodyOf<'PROPORTIONAL'>

const degrees = (value: number) => quantity(value, '°C', 1)
const percent = (value: number) => quantity(value, '%', 0)

/** The temperature at which a thermostat switches on, °C. */
export const switchesAt = ({ mode, setPoint, differential }: Thermostat['inputs']): number =>
  mode === 'COOL' ? setPoint + differential : setPoint - differential

/** The temperature at which a proportional rule gives all it has, °C. */
export const fullAt = ({ mode, setPoint, band }: Proportional['inputs']): number =>
  mode === 'COOL' ? setPoint + band : setPoint - band

const sources = { AVG: 'rule.source.average', MIN: 'rule.source.lowest', MAX: 'rule.source.highest' } as const satisfies Record<
  Thermostat['inputs']['aggregation'],
  TextKey
>

/** Which devices it operates, by which sensors. */
function wiring({ inputs }: Thermostat | Proportional, knownOf: KnownOf, t: Translate): string[] {
  const names = (ids: readonly string[]) => ids.map(id => knownOf(id).name).join(', ')
  const source = inputs.sensors.length > 1 ? sources[inputs.aggregation] : 'rule.source.one'
  return [
    t('rule.operates', { devices: names(inputs.outputs) }),
    t(source, { sensors: names(inputs.sensors) }),
    ...(inputs.setPointOut ? [t('rule.writesSetPoint', { device: knownOf(inputs.setPointOut).name })] : []),
  ]
}

function thermostat(body: Thermostat, knownOf: KnownOf, t: Translate): string[] {
  const { inputs } = body
  const { mode, setPoint, reference, refSensor, offset, spMin, spMax, minOn, minOff } = inputs
  const values = { on: degrees(switchesAt(inputs)), off: degrees(setPoint) }
  const follows = reference === 'SENSOR' && refSensor !== undefined
  const safe = inputs.safeValue ?? mode === 'COOL'
  const [first] = inputs.outputs
  return [
    follows
      ? t('rule.follows', {
          sensor: knownOf(refSensor).name,
          offset: `${signed(offset, 1)}\u00a0°C`,
          min: degrees(spMin),
          max: degrees(spMax),
          setPoint: degrees(setPoint),
        })
      : t(mode === 'COOL' ? 'rule.cools' : 'rule.heats', values),
    ...wiring(body, knownOf, t),
    ...(minOn > 0 || minOff > 0 ? [t('rule.restsBetween', { on: duration(minOn, t), off: duration(minOff, t) })] : []),
    t('rule.withoutSensors', {
      duration: duration(inputs.staleAfter, t),
      value: first ? valueWords(knownOf(first), safe, t) : '',
    }),
  ]
}

function proportional(body: Proportional, knownOf: KnownOf, t: Translate): string[] {
  const { inputs } = body
  const { mode, setPoint, maxOutput, minSpeed, cycleTime, maxSlew } = inputs
  const values = {
    min: percent(minOutputOf(inputs)),
    from: degrees(setPoint),
    max: percent(maxOutput),
    full: degrees(fullAt(inputs)),
  }
  return [
    t(mode === 'COOL' ? 'rule.risesWithHeat' : 'rule.risesWithCold', values),
    ...wiring(body, knownOf, t),
    ...(maxSlew > 0 ? [t('rule.changesSlowly', { rate: percent(maxSlew) })] : []),
    ...(cycleTime > 0 && minSpeed > 0
      ? [t('rule.runsInCycles', { speed: percent(minSpeed), duration: duration(cycleTime, t) })]
      : []),
    t('rule.withoutSensors', {
      duration: duration(inputs.staleAfter, t),
      value: percent(mode === 'HEAT' ? 0 : (inputs.safeValue ?? 40)),
    }),
  ]
}

/** What a control rule does, one sentence after the other. */
export const controlSentences = (body: Thermostat | Proportional, knownOf: KnownOf, t: Translate): readonly string[] =>
  body.template === 'THERMOSTAT' ? thermostat(body, knownOf, t) : proportional(body, knownOf, t)
