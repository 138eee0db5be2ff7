import { expect, test } from 'vitest'
import { t } from './body.sample.ts'
import { categoriesOf, templateName } from './words.ts'

test('a template is called by its name', () => {
  expect(templateName({ template: 'CYCLE_DOUBLE_THERMOSTAT' }, t)).toBe('Heating and cooling thermostat with age curve')
  expect(templateName({ template: 'FORCED_SCHEDULER' }, t)).toBe('Forced scheduler')
})

test('a list of one kind is narrowed to the categories of that kind', () => {
  expect(categoriesOf('SCHEDULER')).toEqual(['SCHEDULER', 'FORCED_SCHEDULER'])
  expect(categoriesOf('ALARM')).toEqual(['ALARM_WITHOUT_ACTUATION', 'ALARM_WITH_ACTUATION', 'CLOUD_ALARM'])
  expect(categoriesOf('CONTROL')).toHaveLength(6)
  expect(categoriesOf(undefined)).toHaveLength(11)
})
