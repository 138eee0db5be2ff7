import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { missingFields } from './missingFields.ts'
import { alarm, thermostat } from '../../values/templates.sample.ts'

const t = await translator('en-US')

test('what a rule lacks is called by its fields, each once, with the tab where it stands', () => {
  const missing = missingFields(['inputs.mode', 'inputs.sensors.0', 'inputs.sensors', 'sectorId'], thermostat, t)
  expect(missing.map(({ name, tab }) => `${tab}: ${name}`)).toEqual([
    `basic: ${t('entity.sector')}`,
    `sensors: ${t('input.sensors')}`,
    `regulation: ${t('input.mode')}`,
  ])
})

test('conditions are called as their tab', () => {
  const missing = missingFields(['inputs.lines.0.inputValue', 'inputs.lines.1.interfaceId'], alarm, t)
  expect(missing).toEqual([{ name: t('rule.tab.lines'), tab: 'lines' }])
})
