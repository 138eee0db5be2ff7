import type { Cause } from '@steading/contract/events/events'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { sampleCause } from '../../../test/cause.sample.ts'
import { alarmsOf } from './interfaceAlarms.ts'
import { matterNow } from './alarmWords.ts'

const t = await translator('en-US')
const of = (cause: Partial<Cause>) => ({ ...sampleCause, ...cause })
const words = (cause: Cause, now?: number | boolean) => {
  const alarm = alarmsOf([{ severityLevel: 'CRITICAL', causes: [cause] }]).get(cause.interfaceId)
  return matterNow(cause, now, alarm, '02:54', t).replaceAll('\u00a0', ' ')
}

test('words a value beyond its limit, within it or unknown', () => {
  expect(words(sampleCause, 28)).toBe('Temperature, average is at 28.0 °C and has been above 26.0 °C since 02:54.')
  expect(words(sampleCause, 25)).toBe('Temperature, average is back at 25.0 °C; it had been above 26.0 °C since 02:54.')
  expect(words(sampleCause)).toBe('Temperature, average was at 27.4 °C and had been above 26.0 °C since 02:54.')
})

test('words states, counters and mismatches without a limit', () => {
  const mains = {
    interfaceName: 'Mains',
    category: 'MAINS_POWER',
    operator: 'EQUAL',
    threshold: false,
    value: false,
    reading: false,
  }
  expect(words(of(mains))).toBe('Mains: “Power failure”. Since 02:54.')
  expect(words(of(mains), false)).toBe('Mains: “Power failure”. Since 02:54.')
  expect(words(of(mains), true)).toBe('Mains is now “Power OK”. It had been “Power failure” since 02:54.')
  const heaters = {
    interfaceName: 'Heaters',
    category: 'HEATING_RELAY',
    operator: 'NOT_EQUAL',
    threshold: 0,
    value: 1,
    reading: true,
  }
  expect(words(of(heaters))).toBe('Heaters: command was “Off”, feedback is “On”. Since 02:54.')
  const water = { interfaceName: 'Water', category: 'WATER_COUNTER', operator: 'EQUAL', threshold: 0, value: 0, reading: 4711 }
  expect(words(of(water))).toBe('Water: counter is not advancing. Since 02:54.')
})
