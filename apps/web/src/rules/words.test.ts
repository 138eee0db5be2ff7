import { expect, test } from 'vitest'
import { t } from './body.sample.ts'
import { templateName } from './words.ts'

test('a template is called by its name', () => {
  expect(templateName({ template: 'CYCLE_DOUBLE_THERMOSTAT' }, t)).toBe('Heating and cooling thermostat with age curve')
  expect(templateName({ template: 'FORCED_SCHEDULER' }, t)).toBe('Forced scheduler')
})
