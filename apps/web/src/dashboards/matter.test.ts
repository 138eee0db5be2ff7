import type { Cause } from '@steading/contract/events'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { sampleCause } from '../platform/cause.sample.ts'
import { alarmsOf } from './alarms.ts'
import { matterNow } from './matter.ts'

const t = await translator('en-US')
const of = (cause: Partial<Cause>) => ({ ...sampleCause, ...cause })
const said = (cause: Cause, now?: number | boolean) => {
  const alarm = alarmsOf([{ severityLevel: 'CRITICAL', causes: [cause] }]).get(cause.interfaceId)
  return matterNow(cause, now, alarm, '02:54', t).replaceAll('\u00a0', ' ')
}

test('a value that is past its limit, back within it, or not known now', () => {
  expect(said(sampleCause, 28)).toBe('Temperature, average is at 28.0 °C and has been above 26.0 °C since 02:54.')
  expect(said(sampleCause, 25)).toBe('Temperature, average is back at 25.0 °C; it had been above 26.0 °C since 02:54.')
  expect(said(sampleCause)).toBe('Temperature, average was at 27.4 °C and had been above 26.0 °C since 02:54.')
})

test('a state is said as it is, a counter that stands and a device that does not follow without a limit', () => {
  const mains = {
    interfaceName: 'Mains',
    category: 'MAINS_POWER',
    operator: 'EQUAL',
    threshold: false,
    value: false,
    reading: false,
  }
  expect(said(of(mains))).toBe('Mains: “Power failure”. Since 02:54.')
  expect(said(of(mains), false)).toBe('Mains: “Power failure”. Since 02:54.')
  expect(said(of(mains), true)).toBe('Mains is now “Power OK”. It had been “Power failure” since 02:54.')
  const heaters = {
    interfaceName: 'Heaters',
    category: 'HEATING_RELAY',
    operator: 'NOT_EQUAL',
    threshold: 0,
    value: 1,
    reading: true,
  }
  expect(said(of(heaters))).toBe('Heaters: command was “Off”, feedback is “On”. Since 02:54.')
  const water = { interfaceName: 'Water', category: 'WATER_COUNTER', operator: 'EQUAL', threshold: 0, value: 0, reading: 4711 }
  expect(said(of(water))).toBe('Water: counter is not advancing. Since 02:54.')
})
